"""Draws a line chart with logarithmic axes, as SVG."""
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 64, 130, 36, 48
COLOURS = ("#4c566a", "#bf616a", "#d08770", "#5e81ac", "#8fbcbb", "#a3be8c")


def steps(low, high):
    """1, 2 and 5 times the powers of ten from `low` to `high`."""
    decades = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    return [factor * 10.0 ** decade for decade in decades for factor in (1, 2, 5) if low <= factor * 10.0 ** decade <= high]


def line_chart(title, x_label, y_label, columns, lines):
    """`columns`: (value, label) along x, ascending.   `lines`: {name: values above 0, one for each column}."""
    values = [value for line in lines.values() for value in line]
    low, high = min(values) / 1.1, max(values) * 1.1
    first, last = math.log(columns[0][0]), math.log(columns[-1][0])

    def x(value):
        return LEFT + (WIDTH - LEFT - RIGHT) * ((math.log(value) - first) / (last - first) if last > first else 0.5)

    def y(value):
        return TOP + (HEIGHT - TOP - BOTTOM) * (math.log(high / value) / math.log(high / low))

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>', f'<text x="{LEFT}" y="20" font-size="14">{html.escape(title)}</text>']
    for value in steps(low, high):
        out.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
    for value, label in columns:
        out.append(f'<line x1="{x(value):.1f}" x2="{x(value):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#eee"/>')
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{html.escape(label)}</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(x_label)}</text>')
    out.append(f'<text transform="translate(16 {HEIGHT / 2}) rotate(-90)" text-anchor="middle">{html.escape(y_label)}</text>')
    # Names beside the last points, moved so that they do not overlap.
    places = {}
    for name in sorted(lines, key=lambda each: y(lines[each][-1])):
        places[name] = max(y(lines[name][-1]) + 4, max(places.values(), default=0) + 14)
    for colour, (name, line) in zip(COLOURS, lines.items()):
        points = " ".join(f"{x(column[0]):.1f},{y(value):.1f}" for column, value in zip(columns, line))
        out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x(column[0]):.1f}" cy="{y(value):.1f}" r="3" fill="{colour}"/>' for column, value in zip(columns, line)]
        out.append(f'<text x="{WIDTH - RIGHT + 8}" y="{places[name]:.1f}" fill="{colour}">{html.escape(name)}</text>')
    return "\n".join(out) + "\n</svg>\n"
