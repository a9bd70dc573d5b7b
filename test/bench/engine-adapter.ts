/**
 * Storage for the bare engine on Redis, with the same commands as the adapter of its published examples. Models that
 * are consumed are hashes (`payload`, later `consumed`), all others JSON strings. Keys of a grant are pushed onto the
 * grant's list, whose time to live is read first. Each write is one MULTI.
 */
import { Redis } from 'ioredis'
import { words } from '../support/words.ts'

type Payload = Record<string, unknown> & {
  readonly grantId?: string
  readonly userCode?: string
  readonly uid?: string
}

const OF_A_GRANT = new Set(
  words`AccessToken AuthorizationCode RefreshToken DeviceCode BackchannelAuthenticationRequest`,
)
const USED_ONCE = new Set(['AuthorizationCode', 'RefreshToken', 'DeviceCode', 'BackchannelAuthenticationRequest'])
const grantList = (grantId: string): string => `grant:${grantId}`
const uidKey = (uid: string): string => `uid:${uid}`

/** The engine's `adapter` setting: the storage of a model by its name. */
export function engineAdapter(address: string) {
  const redis = new Redis(address, { keyPrefix: 'oidc:' })
  return (model: string) => {
    const keyOf = (id: string): string => `${model}:${id}`
    const find = async (id: string): Promise<Payload | undefined> => {
      if (!USED_ONCE.has(model)) {
        const text = await redis.get(keyOf(id))
        return text === null ? undefined : (JSON.parse(text) as Payload)
      }
      const { payload, ...marks } = await redis.hgetall(keyOf(id))
      return payload === undefined ? undefined : { ...marks, ...(JSON.parse(payload) as Payload) }
    }
    return {
      find,
      async findByUid(uid: string) {
        const id = await redis.get(uidKey(uid))
        return id === null ? undefined : find(id)
      },
      async upsert(id: string, payload: Payload, seconds?: number) {
        const key = keyOf(id)
        const text = JSON.stringify(payload)
        const write = redis.multi()
        if (USED_ONCE.has(model)) write.hmset(key, { payload: text })
        else write.set(key, text)
        if (seconds) write.expire(key, seconds)
        if (OF_A_GRANT.has(model) && payload.grantId !== undefined) {
          const list = grantList(payload.grantId)
          write.rpush(list, key)
          const left = await redis.ttl(list)
          if (seconds && seconds > left) write.expire(list, seconds)
        }
        if (payload.uid !== undefined) {
          write.set(uidKey(payload.uid), id)
          if (seconds) write.expire(uidKey(payload.uid), seconds)
        }
        await write.exec()
      },
      async destroy(id: string) {
        await redis.del(keyOf(id))
      },
      async consume(id: string) {
        await redis.hset(keyOf(id), 'consumed', Math.floor(Date.now() / 1000))
      },
      async revokeByGrantId(grantId: string) {
        const write = redis.multi()
        for (const key of await redis.lrange(grantList(grantId), 0, -1)) write.del(key)
        write.del(grantList(grantId))
        await write.exec()
      },
    }
  }
}
