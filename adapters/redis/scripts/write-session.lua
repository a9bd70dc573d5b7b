-- Write the base of a browser session and renew its time to live; the clients' entries stay unchanged.
-- Called by  adapters/redis/session-store.ts write()
-- KEYS[1]    the session, see keys.session()
-- ARGV[1]    base
-- ARGV[2]    time to live in milliseconds
-- Returns    'written'
-- Why Lua    a session without a time to live would never expire
redis.call('HSET', KEYS[1], 'b', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 'written'
