-- Copy a browser session to a new key, replacing any session stored there.
-- Called by  adapters/redis/session-store.ts move()
-- KEYS[1]    the new key, see keys.session()
-- ARGV[1]    time to live in milliseconds
-- ARGV[2..]  alternating fields and values
-- Returns    'copied'
-- Why Lua    a copy without a time to live would never expire
redis.call('DEL', KEYS[1])
for i = 2, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 'copied'
