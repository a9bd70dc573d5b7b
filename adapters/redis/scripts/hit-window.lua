-- Count one hit in a fixed window that starts with the first hit.
-- Called by  adapters/redis/rate-counter.ts hit()
-- KEYS[1]    the counter, see keys.rate()
-- ARGV[1]    length of the window in milliseconds
-- Returns    { hits, remaining milliseconds }
-- Why Lua    a crash between counting and setting the expiry would lock the client out permanently
local hits = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left >= 0 then return { hits, left } end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return { hits, tonumber(ARGV[1]) }
