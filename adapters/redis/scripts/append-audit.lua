-- Append lines to the audit log if its last hash is still the one that the lines were chained to.
-- Called by  adapters/redis/audit-log.ts append()
-- KEYS[1]    the lines, see keys.auditLines()
-- KEYS[2]    first and last position, see keys.auditEnds()
-- ARGV[1]    last position and hash that the caller expects, separated by a space
-- ARGV[2]    last position and hash after the append
-- ARGV[3]    position of the first line
-- ARGV[4..]  time, entry, and hash of each line
-- Returns    { 'appended' | 'changed', last position and hash }
-- Why Lua    nodes compute the hashes, and only one of two concurrent appends may succeed
local last = redis.call('HGET', KEYS[2], 'last') or '0 '
if last ~= ARGV[1] then return { 'changed', last } end
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[2], '')
for i = 4, #ARGV, 3 do
  local seq = string.format('%.0f', ARGV[3] + (i - 4) / 3)
  redis.call('XADD', KEYS[1], seq .. '-0', 'at', ARGV[i], 'entry', ARGV[i + 1], 'hash', ARGV[i + 2])
end
redis.call('HSET', KEYS[2], 'last', ARGV[2])
redis.call('HSETNX', KEYS[2], 'before', '1 ')
return { 'appended', ARGV[2] }
