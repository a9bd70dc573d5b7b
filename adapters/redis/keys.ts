/**
 * Builds the names of all keys. All keys that a script uses share one hash tag (the part in braces), so every script
 * accesses a single cluster slot. Names are short, because there is one `f` key per signed-in user and client.
 *
 * | key          | type   | content                                                  | time to live                   |
 * |--------------|--------|----------------------------------------------------------|--------------------------------|
 * | `f{family}`  | string | record, `#`, origin (see README.md)                      | of the record                  |
 * | `n{node}`    | string | the node's attempts below this number are resolved       | 30 s                           |
 * | `s{subject}` | hash   | `g`, `c<client>`: versions; `x`, `r<session>`: expiry    | of marks; none with a version  |
 * | `c{c}id`     | string | client record                                            | none                           |
 * | `cu{c}id`    | set    | the client's redirect URIs                               | none                           |
 * | `ci{c}`      | zset   | client ids, in order                                     | none                           |
 * | `ch{c}`      | hash   | redirect URI to client id                                | none                           |
 * | `b{session}` | hash   | `b`: base; `c<client>`: the client's entry               | of the session                 |
 * | `l{subject}` | hash   | session uid to its end and line                          | of the longest-lived line      |
 * | `li{l}`      | zset   | subjects with sessions, in order                         | none; dropped with later links |
 * | `le{l}`      | zset   | subjects with sessions, by end of the last session       | same as `li{l}`                |
 * | `rN:kind:id` | string | ephemeral value; N is the length of the kind             | of the value                   |
 * | `d{word}`    | hash   | documents in a collection                                | none                           |
 * | `di{word}`   | zset   | ids in a collection, in order                            | none                           |
 * | `t{key}`     | string | hits in a window                                         | of the window                  |
 * | `o{o}`       | hash   | delivery id to state, due time, and text                 | none; dropped when old         |
 * | `oq{o}`      | zset   | unfinished deliveries, by due time                       | same as `o{o}`                 |
 * | `ol{o}`      | zset   | all deliveries, by creation time                         | same as `o{o}`                 |
 * | `oe{o}`      | zset   | finished deliveries, by expiry                           | same as `o{o}`                 |
 * | `a{a}`       | stream | audit log lines; the id is the position                  | none; trimmed                  |
 * | `ae{a}`      | hash   | `last`: position, hash; `before`: first, hash before it  | none                           |
 * | `wo{log}`    | zset   | entry ids of a bounded log, by position                  | none; bounded                  |
 * | `wt{log}`    | hash   | id to share, time, text                                  | none; bounded                  |
 * | `ws{log}`    | zset   | share, position, id, in order                            | none; bounded                  |
 * | `wn{log}`    | string | the last position                                        | none                           |
 * | `k{k}`       | any    | check of the user's rights                               | 5 s; deleted immediately       |
 */
export type Keys = ReturnType<typeof redisKeys>

export function redisKeys(prefix: string) {
  const pattern = prefix.replace(/[\\*?[\]^]/g, '\\$&')
  const between = (key: string, start: string): string => key.slice(prefix.length + start.length, -1)
  return {
    /** Patterns for SCAN, which backups use to find keys that have no index. */
    every: {
      key: `${pattern}*`,
      collection: `${pattern}d{*}`,
      idsOfCollection: `${pattern}di{*}`,
      subject: `${pattern}s{*}`,
      client: `${pattern}c{c}*`,
      clientUris: `${pattern}cu{c}*`,
    },
    /** For the check of the user's rights; deleted immediately. */
    rights: `${prefix}k{k}`,
    collectionOf: (key: string) => between(key, 'd{'),
    subjectOf: (key: string) => between(key, 's{'),
    family: (id: string) => `${prefix}f{${id}}`,
    node: (node: string) => `${prefix}n{${node}}`,
    subject: (subject: string) => `${prefix}s{${subject}}`,
    client: (id: string) => `${prefix}c{c}${id}`,
    clientUris: (id: string) => `${prefix}cu{c}${id}`,
    clientIds: `${prefix}ci{c}`,
    uriHolders: `${prefix}ch{c}`,
    session: (key: string) => `${prefix}b{${key}}`,
    sessionList: (subject: string) => `${prefix}l{${subject}}`,
    sessionSubjects: `${prefix}li{l}`,
    sessionEnds: `${prefix}le{l}`,
    record: (kind: string, id: string) => `${prefix}r${kind.length}:${kind}:${id}`,
    documents: (collection: string) => `${prefix}d{${collection}}`,
    documentIds: (collection: string) => `${prefix}di{${collection}}`,
    rate: (key: string) => `${prefix}t{${key}}`,
    deliveries: `${prefix}o{o}`,
    due: `${prefix}oq{o}`,
    ledger: `${prefix}ol{o}`,
    ledgerEnds: `${prefix}oe{o}`,
    auditLines: `${prefix}a{a}`,
    auditEnds: `${prefix}ae{a}`,
    bounded: (log: string) => ({
      order: `${prefix}wo{${log}}`,
      texts: `${prefix}wt{${log}}`,
      shares: `${prefix}ws{${log}}`,
      last: `${prefix}wn{${log}}`,
    }),
  }
}
