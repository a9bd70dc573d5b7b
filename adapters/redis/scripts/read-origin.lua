-- Return the attempt that wrote the record of a token family, and its age.
-- Called by  adapters/redis/resolution-steps.ts resolved()
-- KEYS[1]    the family, see keys.family()
-- Returns    { attempt, age in seconds }; the attempt is '' when no node can roll the record back
-- Why Lua    only the clock of the server that wrote the record can measure the record's age
local value = redis.call('GET', KEYS[1])
local origin = value and string.match(value, '#([^#]*)$') or ''
if origin == '' then return { '', 0 } end
local age = (redis.call('TIME')[1] - tonumber(string.sub(origin, 1, 6), 16)) % 16777216
return { string.sub(origin, 13), age }
