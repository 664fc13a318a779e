-- Wrappers: put this file after others, as in `file=ring.lua,timed.lua`. Newer creators are asked first; these do not
-- depend on the steps that they wrap.

-- Counts the calls and their time: Shunt reports both at the end, under this name.
wrapper("any", function(steps, call)
  return timed(call.operation .. " of " .. call.count .. " elements", steps)
end)

-- Prints a program's size when it is made: once, because the program is kept for later calls.
wrapper("any", function(steps, call)
  local most_steps, most_sent = 0, 0
  return function(me)
    steps(me)
    most_steps = math.max(most_steps, me.steps)
    most_sent = math.max(most_sent, me.sent)
    if me.rank == call.ranks - 1 then
      print(string.format("%s: at most %d steps and %d elements sent by a rank", call.operation, most_steps, most_sent))
    end
  end
end)
