"use strict";
// The report is complete without this script; it adds sorting, the heat map, and a choice of function for the rank chart.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const root = document.documentElement;
  const style = name => getComputedStyle(root).getPropertyValue(name).trim();
  const redraws = [];

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // ---- Numbers in words, as in the tables ----
  const digits = value => value < 9.995 ? value.toFixed(2) : value < 99.95 ? value.toFixed(1) : value.toFixed(0);
  function showBytes(value) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];
    let unit = 0;
    while (value >= 1023.5 && unit + 1 < units.length) { value /= 1024; ++unit; }
    return (unit === 0 || Number.isInteger(value) ? Math.round(value) : digits(value)) + " " + units[unit];
  }
  function showCount(value) {
    if (value >= 1e10) return digits(value / 1e9) + " G";
    if (value >= 1e7) return digits(value / 1e6) + " M";
    return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  }
  function showTime(us) {
    if (us <= 0) return "0 s";
    if (us < 999.5) return Math.round(us) + " us";
    if (us < 999.5e3) return digits(us / 1e3) + " ms";
    if (us < 600e6) return digits(us / 1e6) + " s";
    return Math.floor(us / 60e6) + " m " + String(Math.floor(us / 1e6) % 60).padStart(2, "0") + " s";
  }

  // ---- Theme ----
  function setUpTheme() {
    const button = document.getElementById("theme");
    const order = ["auto", "light", "dark"];
    let now = 0;
    const show = () => {
      if (order[now] === "auto") root.removeAttribute("data-theme"); else root.setAttribute("data-theme", order[now]);
      button.textContent = "Theme: " + order[now];
      redraws.forEach(draw => draw());
    };
    button.hidden = false;
    button.addEventListener("click", () => { now = (now + 1) % order.length; show(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
    addEventListener("beforeprint", () => { root.setAttribute("data-theme", "light"); redraws.forEach(draw => draw()); });
    addEventListener("afterprint", show);
  }

  // ---- Tables ----
  function sortBy(table, column, header) {
    const down = header.getAttribute("aria-sort") !== "descending";
    const key = row => {
      const value = row.cells[column].dataset.v;
      return value === undefined ? row.cells[column].textContent : Number(value);
    };
    const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
    const rows = [...table.tBodies[0].rows].sort((a, b) => order(key(a), key(b)) * (down ? -1 : 1));
    table.tBodies[0].append(...rows);
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  function setUpTables() {
    for (const table of document.querySelectorAll("table.sortable")) {
      [...table.tHead.rows[0].cells].forEach((header, column) => {
        const button = make("button", {type: "button", title: "Sort"}, header.textContent);
        header.replaceChildren(button);
        button.addEventListener("click", () => sortBy(table, column, header));
      });
    }
  }

  function group(name, choices, chosen) {
    const box = make("span", {class: "group", role: "group", "aria-label": name});
    for (const [value, label] of choices) {
      const button = make("button", {type: "button", "aria-pressed": "false"}, label);
      button.addEventListener("click", () => { box.choose(value); chosen(value); });
      button.dataset.value = value;
      box.append(button);
    }
    box.choose = value => { for (const button of box.children) button.setAttribute("aria-pressed", String(button.dataset.value === String(value))); };
    return box;
  }

  // ---- Rank chart: another function, another order ----
  function setUpRanks() {
    const holder = document.getElementById("rank-chart"), controls = document.getElementById("rank-controls");
    if (!holder || data.ranks.length < 2) return;
    const original = holder.innerHTML;
    const zero = data.ranks.map(() => 0);
    let chosen = -1, order = "rank";
    const pick = make("select", {id: "rank-function"}, make("option", {value: "-1"}, "whole run"), make("option", {value: "-2"}, "all of MPI"));
    data.functions.forEach((entry, index) => pick.append(make("option", {value: String(index)}, entry.name)));
    const draw = () => {
      if (chosen === -1 && order === "rank") { holder.innerHTML = original; return; }
      const entry = data.functions[chosen];
      const series = !entry ? {transfer: data.transfer, wait: data.wait, other: data.other}
        : entry.split ? {transfer: entry.time.map((time, i) => time - entry.wait[i]), wait: entry.wait, other: zero}
        : {transfer: zero, wait: zero, other: entry.time};
      holder.replaceChildren(rankChart(series, order));
    };
    pick.addEventListener("change", () => { chosen = Number(pick.value); draw(); });
    const orders = group("Order", [["rank", "by rank"], ["time", "by time"]], value => { order = value; draw(); });
    orders.choose("rank");
    controls.append(make("label", {for: "rank-function"}, "Function"), pick, make("span", {}, "Order"), orders);
    controls.hidden = false;
  }

  function svg(tag, attributes, text) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function roundUp(value) {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10].find(step => value <= step * power * 1.0000001) * power;
  }
  function rankChart(series, order) {
    const left = 76, top = 10, width = 916, height = 186, parts = ["transfer", "wait", "other"];
    const sum = i => parts.reduce((total, part) => total + series[part][i], 0);
    const indices = data.ranks.map((_, i) => i);
    if (order === "time") indices.sort((a, b) => sum(b) - sum(a));
    const most = roundUp(Math.max(...indices.map(sum)));
    const pitch = Math.min(width / indices.length, 110), bar = pitch > 3 ? pitch * 0.82 : pitch;
    const y = value => top + height * (1 - value / most);
    const chart = svg("svg", {class: "chart", viewBox: "0 0 1000 230", role: "img", "aria-label": "Time per rank"});
    for (let line = 0; line <= 4; ++line) {
      const at = y(most * line / 4);
      chart.append(svg("line", {class: "grid", x1: left, x2: left + width, y1: at, y2: at}),
                   svg("text", {class: "axis", "text-anchor": "end", x: left - 8, y: at + 4}, showTime(most * line / 4)));
    }
    let step = 1;
    while (indices.length / step > 32) step *= 2;
    indices.forEach((i, column) => {
      const box = svg("g", {});
      box.append(svg("title", {}, `rank ${data.ranks[i]}: transfer ${showTime(series.transfer[i])}, wait ${showTime(series.wait[i])}, other ${showTime(series.other[i])}`));
      let low = 0;
      for (const part of parts) {
        const high = low + series[part][i];
        if (high > low) box.append(svg("rect", {class: part, x: left + pitch * column, width: bar, y: y(high), height: y(low) - y(high)}));
        low = high;
      }
      chart.append(box);
      if (column % step === 0)
        chart.append(svg("text", {class: "axis", "text-anchor": "middle", x: left + pitch * column + bar / 2, y: 213}, String(data.ranks[i])));
    });
    chart.append(svg("text", {class: "axis", "text-anchor": "middle", x: left + pitch * indices.length / 2, y: 227}, order === "time" ? "rank, most time first" : "rank"));
    return chart;
  }

  // ---- Communication matrix ----
  function unpack(text) {
    const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    const cells = [];
    let at = 0, index = 0;
    const next = () => {
      let value = 0, scale = 1;
      for (;;) {
        const byte = bytes[at++];
        value += (byte & 127) * scale;
        if (byte < 128) return value;
        scale *= 128;
      }
    };
    while (at < bytes.length) {
      index += next();
      cells.push({index, bytes: next(), messages: next(), wait: next()});
    }
    return cells;
  }

  /// A square table of sums, from ranks (or blocks of them) or from nodes.
  function tabulate(cells, from, n, place) {
    const table = {n, bytes: new Float64Array(n * n), messages: new Float64Array(n * n), wait: new Float64Array(n * n)};
    for (const cell of cells) {
      const row = place(Math.floor(cell.index / from)), column = place(cell.index % from);
      if (row < 0 || column < 0) continue;
      for (const measure of ["bytes", "messages", "wait"]) table[measure][row * n + column] += cell[measure];
    }
    return table;
  }

  function ramp() {
    const stops = style("--heat").split(",").map(colour => colour.trim()).map(colour => [1, 3, 5].map(i => parseInt(colour.slice(i, i + 2), 16)));
    return share => {
      const position = Math.min(Math.max(share, 0), 1) * (stops.length - 1), low = Math.min(Math.floor(position), stops.length - 2), part = position - low;
      return stops[low].map((value, i) => Math.round(value + (stops[low + 1][i] - value) * part));
    };
  }

  function setUpMatrix() {
    const holder = document.getElementById("matrix");
    if (!holder) return;
    const block = data.block, ranks = Math.ceil(data.size / block), nodes = data.hosts.length;
    const messages = unpack(data.messages), oneSided = unpack(data.oneSided), collectives = unpack(data.collectives);
    const others = {oneSided, collectives, everything: [...messages, ...oneSided, ...collectives]};  // measures of bytes alone
    const nodeOf = index => data.nodes[Math.min(index * block, data.size - 1)];
    const tables = {};
    const state = {measure: messages.length ? "bytes" : oneSided.length ? "oneSided" : "collectives", scale: "log", by: "rank", x: 0, y: 0, span: 0, cursor: null, drag: null};
    const table = () => {
      const cells = others[state.measure] ?? messages, key = state.by + (state.measure in others ? state.measure : "");
      return tables[key] ??= state.by === "node" ? tabulate(cells, ranks, nodes, nodeOf) : tabulate(cells, ranks, ranks, index => index);
    };
    const values = () => state.measure in others ? table().bytes : table()[state.measure];
    const show = value => state.measure === "messages" ? showCount(value) : state.measure === "wait" ? showTime(value) : showBytes(value);
    const whole = () => { state.x = state.y = 0; state.span = table().n; };
    const label = index => state.by === "node" ? `node ${index}` : block > 1 ? `${index * block}\u2013${Math.min((index + 1) * block, data.size) - 1}` : String(index);
    const longLabel = index => state.by === "node" ? `node ${index} (${data.hosts[index] || "?"})`
      : `rank ${label(index)}` + (nodes > 1 && nodeOf(index) >= 0 ? ` (${data.hosts[nodeOf(index)] || "node " + nodeOf(index)})` : "");

    const canvas = make("canvas", {tabindex: "0", role: "img", "aria-label": "Heat map of the messages between ranks. Arrow keys move, plus and minus zoom, 0 shows everything."});
    const said = make("output", {"aria-live": "polite"});
    const choices = [["bytes", "Bytes"], ["messages", "Messages"], ["wait", "Receiver waits"]];
    if (!messages.length) choices.length = 0;
    if (oneSided.length) choices.push(["oneSided", "One-sided bytes"]);
    if (collectives.length) choices.push(["collectives", "Collectives (computed)"]);
    if (collectives.length && messages.length + oneSided.length) choices.push(["everything", "All bytes"]);
    const controls = make("div", {class: "controls"});
    const add = (name, list, key, after) => {
      const box = group(name, list, value => { state[key] = value; if (after) after(); draw(); });
      box.choose(state[key]);
      controls.append(box);
    };
    add("Measure", choices, "measure", null);
    add("Scale", [["log", "Log"], ["linear", "Linear"]], "scale", null);
    if (nodes > 1 && nodes < ranks) add("Grouped by", [["rank", "Ranks"], ["node", "Nodes"]], "by", () => { state.cursor = null; describe(null); whole(); });
    const button = (text, title, action) => {
      const one = make("button", {type: "button", title, "aria-label": title}, text);
      one.addEventListener("click", action);
      return one;
    };
    controls.append(make("span", {class: "group", role: "group", "aria-label": "Zoom"}, button("+", "Zoom in", () => zoom(0.5)), button("\u2212", "Zoom out", () => zoom(2)),
                         button("All", "Show everything", () => { whole(); draw(); })));
    holder.append(controls, canvas, said);
    holder.hidden = false;
    whole();

    const geometry = {left: 62, top: 40, right: 48, bottom: 62, plot: 0};
    function zoom(factor) {
      const n = table().n, span = Math.min(n, Math.max(Math.min(4, n), Math.round(state.span * factor)));
      const centre = state.cursor ?? {row: state.y + state.span / 2, column: state.x + state.span / 2};
      state.x = Math.min(Math.max(0, Math.round(centre.column - span / 2)), n - span);
      state.y = Math.min(Math.max(0, Math.round(centre.row - span / 2)), n - span);
      state.span = span;
      draw();
    }

    function ticks() {
      let step = 1;
      while (state.span / step > 16) step *= 2;
      const list = [];
      for (let i = 0; i < state.span; ++i) if (i % step === 0) list.push(i);
      return list;
    }

    function draw() {
      const {left, top, right, bottom} = geometry, n = table().n, numbers = values();
      const size = Math.max(260, Math.min(holder.clientWidth || 640, 700, state.span * 120 + left + right));
      const plot = geometry.plot = size - left - right, cell = plot / state.span, density = window.devicePixelRatio || 1;
      const height = plot + top + bottom + 40;
      canvas.width = size * density;
      canvas.height = height * density;
      canvas.style.width = size + "px";
      canvas.style.height = height + "px";
      const pen = canvas.getContext("2d");
      pen.scale(density, density);
      pen.font = "12px system-ui, sans-serif";
      let most = 0, least = Infinity;
      for (const value of numbers) if (value > 0) { most = Math.max(most, value); least = Math.min(least, value); }
      const colour = ramp();
      const share = value => most <= least ? 1 : state.scale === "log" ? Math.log(value / least) / Math.log(most / least) : value / most;
      paintCells(pen, numbers, n, share, colour);
      paintSums(pen, numbers, n, cell);
      paintFrame(pen, cell);
      paintScale(pen, most, least, colour);
      if (cell >= 46) paintNumbers(pen, numbers, n, cell, share, colour);
      if (state.cursor) outline(pen, state.cursor, cell);
      if (state.drag) paintDrag(pen, cell);
    }

    function paintCells(pen, numbers, n, share, colour) {
      const image = new ImageData(state.span, state.span);
      for (let row = 0; row < state.span; ++row) for (let column = 0; column < state.span; ++column) {
        const value = numbers[(row + state.y) * n + column + state.x];
        if (value > 0) image.data.set([...colour(share(value)), 255], (row * state.span + column) * 4);
      }
      const small = make("canvas", {width: state.span, height: state.span});
      small.getContext("2d").putImageData(image, 0, 0);
      pen.imageSmoothingEnabled = state.span > geometry.plot * 1.5;
      pen.drawImage(small, geometry.left, geometry.top, geometry.plot, geometry.plot);
    }

    /// Sent by each row (right) and received by each column (below), as bars.
    function paintSums(pen, numbers, n, cell) {
      const rows = new Float64Array(n), columns = new Float64Array(n);
      for (let row = 0; row < n; ++row) for (let column = 0; column < n; ++column) {
        rows[row] += numbers[row * n + column];
        columns[column] += numbers[row * n + column];
      }
      const most = Math.max(...rows, ...columns, 1e-9), length = 30, end = geometry.left + geometry.plot + 4, below = geometry.top + geometry.plot + 4;
      pen.fillStyle = style("--other");
      const thick = Math.max(cell > 4 ? cell - 1 : cell, 0.6);
      for (let i = 0; i < state.span; ++i) {
        pen.fillRect(end, geometry.top + i * cell, rows[i + state.y] / most * length, thick);
        pen.fillRect(geometry.left + i * cell, below, thick, columns[i + state.x] / most * length);
      }
      pen.fillStyle = style("--soft");
      pen.textAlign = "left";
      pen.textBaseline = "alphabetic";
      pen.fillText("sum", end, geometry.top - 6);
      pen.textAlign = "right";
      pen.fillText("sum", geometry.left - 6, below + 12);
    }

    function paintFrame(pen, cell) {
      const {left, top, plot} = geometry;
      pen.strokeStyle = style("--line");
      pen.strokeRect(left - 0.5, top - 0.5, plot + 1, plot + 1);
      if (state.by === "rank" && nodes > 1) {
        pen.beginPath();
        for (let i = 1; i < state.span; ++i) {
          if (nodeOf(state.x + i) !== nodeOf(state.x + i - 1) && cell * data.size / block / nodes > 5) { pen.moveTo(left + i * cell, top); pen.lineTo(left + i * cell, top + plot); }
          if (nodeOf(state.y + i) !== nodeOf(state.y + i - 1) && cell * data.size / block / nodes > 5) { pen.moveTo(left, top + i * cell); pen.lineTo(left + plot, top + i * cell); }
        }
        pen.stroke();
      }
      pen.fillStyle = style("--soft");
      pen.textBaseline = "middle";
      for (const i of ticks()) {
        pen.textAlign = "center";
        pen.fillText(label(state.x + i).replace("node ", ""), left + (i + 0.5) * cell, top - 10);
        pen.textAlign = "right";
        pen.fillText(label(state.y + i).replace("node ", ""), left - 6, top + (i + 0.5) * cell);
      }
      const noun = state.by === "node" ? "node" : "rank";
      pen.textAlign = "center";
      pen.fillText(`to ${noun} \u2192`, left + plot / 2, top - 28);
      pen.save();
      pen.translate(10, top + plot / 2);
      pen.rotate(-Math.PI / 2);
      pen.fillText(`\u2190 from ${noun}`, 0, 0);
      pen.restore();
    }

    function paintScale(pen, most, least, colour) {
      const {left, top, plot, bottom} = geometry, y = top + plot + bottom - 16, wide = Math.min(plot, 320);
      if (!(most > 0)) { pen.textAlign = "left"; pen.fillStyle = style("--soft"); pen.fillText("nothing", left, y + 8); return; }
      for (let i = 0; i < wide; ++i) {
        pen.fillStyle = `rgb(${colour(i / wide).join()})`;
        pen.fillRect(left + i, y, 1.5, 12);
      }
      const low = state.scale === "log" ? least : 0;
      const middle = state.scale === "log" ? Math.sqrt(least * most) : most / 2;
      pen.fillStyle = style("--soft");
      pen.textBaseline = "top";
      pen.textAlign = "left";
      pen.fillText(show(low), left, y + 17);
      pen.textAlign = "center";
      if (most > least) pen.fillText(show(middle), left + wide / 2, y + 17);
      pen.textAlign = "right";
      pen.fillText(show(most), left + wide, y + 17);
    }

    function paintNumbers(pen, numbers, n, cell, share, colour) {
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      for (let row = 0; row < state.span; ++row) for (let column = 0; column < state.span; ++column) {
        const value = numbers[(row + state.y) * n + column + state.x];
        if (!(value > 0)) continue;
        const [r, g, b] = colour(share(value));
        pen.fillStyle = 0.299 * r + 0.587 * g + 0.114 * b > 140 ? "#10151b" : "#ffffff";
        const text = show(value).split(" "), x = geometry.left + (column + 0.5) * cell, y = geometry.top + (row + 0.5) * cell;
        pen.fillText(text[0], x, y - (text.length > 1 ? 7 : 0));
        if (text.length > 1) pen.fillText(text.slice(1).join(" "), x, y + 8);
      }
    }

    function outline(pen, at, cell) {
      const row = at.row - state.y, column = at.column - state.x;
      if (row < 0 || column < 0 || row >= state.span || column >= state.span) return;
      pen.lineWidth = 2;
      pen.strokeStyle = style("--wait");
      pen.strokeRect(geometry.left + column * cell - 1, geometry.top + row * cell - 1, cell + 2, cell + 2);
      pen.lineWidth = 1;
    }
    function paintDrag(pen, cell) {
      const {from, to} = state.drag;
      const x = Math.min(from.column, to.column) - state.x, y = Math.min(from.row, to.row) - state.y;
      const span = Math.max(Math.abs(from.column - to.column), Math.abs(from.row - to.row)) + 1;
      pen.strokeStyle = style("--ink");
      pen.setLineDash([4, 3]);
      pen.strokeRect(geometry.left + x * cell, geometry.top + y * cell, span * cell, span * cell);
      pen.setLineDash([]);
    }

    function describe(at) {
      if (!at) { said.replaceChildren("Point at a cell, or use the arrow keys; drag over cells to zoom."); return; }
      const n = table().n, i = at.row * n + at.column, t = table();
      const line = make("b", {}, `${longLabel(at.row)} \u2192 ${longLabel(at.column)}`);
      const noun = state.measure === "oneSided" ? "accesses" : "messages";
      const text = state.measure === "collectives" || state.measure === "everything"
        ? `: ${showBytes(t.bytes[i])}, that of collectives computed as if each block went straight to its owner`
        : t.messages[i] === 0 ? ": nothing sent" : `: ${showBytes(t.bytes[i])} in ${showCount(t.messages[i])} ${noun}, mean ${showBytes(t.bytes[i] / t.messages[i])}`;
      said.replaceChildren(line, text + (state.measure in others || !(t.wait[i] > 0) ? "" : `; the receiver waited ${showTime(t.wait[i])}`));
    }
    function cellAt(event) {
      const box = canvas.getBoundingClientRect(), scale = canvas.width / (window.devicePixelRatio || 1) / box.width;
      const column = Math.floor(((event.clientX - box.left) * scale - geometry.left) / geometry.plot * state.span);
      const row = Math.floor(((event.clientY - box.top) * scale - geometry.top) / geometry.plot * state.span);
      return row < 0 || column < 0 || row >= state.span || column >= state.span ? null : {row: row + state.y, column: column + state.x};
    }
    function moveTo(at) { state.cursor = at; describe(at); draw(); }

    canvas.addEventListener("pointermove", event => {
      const at = cellAt(event);
      if (state.drag && at) state.drag.to = at;
      if (!at || !state.cursor || at.row !== state.cursor.row || at.column !== state.cursor.column) moveTo(at);
    });
    canvas.addEventListener("pointerdown", event => { const at = cellAt(event); if (at && event.button === 0) state.drag = {from: at, to: at}; });
    canvas.addEventListener("pointerup", () => {
      if (!state.drag) return;
      const {from, to} = state.drag, span = Math.max(Math.abs(from.column - to.column), Math.abs(from.row - to.row)) + 1;
      state.drag = null;
      if (span >= 2) {
        const n = table().n;
        state.span = Math.min(n, Math.max(Math.min(4, n), span));
        state.x = Math.min(Math.min(from.column, to.column), n - state.span);
        state.y = Math.min(Math.min(from.row, to.row), n - state.span);
      }
      draw();
    });
    canvas.addEventListener("pointerleave", () => { state.drag = null; moveTo(null); });
    canvas.addEventListener("dblclick", () => { whole(); draw(); });
    canvas.addEventListener("keydown", event => {
      const steps = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
      const n = table().n, at = state.cursor ?? {row: state.y, column: state.x};
      if (event.key in steps) {
        const jump = event.shiftKey ? 8 : 1, [down, along] = state.cursor ? steps[event.key] : [0, 0];
        const row = Math.min(Math.max(at.row + down * jump, 0), n - 1), column = Math.min(Math.max(at.column + along * jump, 0), n - 1);
        state.x = Math.min(Math.max(state.x, column - state.span + 1), column);
        state.y = Math.min(Math.max(state.y, row - state.span + 1), row);
        moveTo({row, column});
      } else if (event.key === "+" || event.key === "=") zoom(0.5);
      else if (event.key === "-") zoom(2);
      else if (event.key === "0" || event.key === "Escape") { whole(); draw(); }
      else return;
      event.preventDefault();
    });
    redraws.push(draw);
    new ResizeObserver(draw).observe(holder);
    describe(null);
    draw();
  }

  setUpTheme();
  setUpTables();
  setUpRanks();
  setUpMatrix();
})();
