/**
 * Builds the names of all keys. The keys of a script share one hash tag (the part in braces), so that every script
 * accesses one slot of a cluster. Names are short, because there is one `f` key per signed-in user and client.
 *
 * | key          | type   | content                                                  | time to live                   |
 * |--------------|--------|----------------------------------------------------------|--------------------------------|
 * | `f{family}`  | string | record, `#`, origin (see README.md)                      | of the record                  |
 * | `n{node}`    | string | attempts of the node below this are resolved             | 30 s                           |
 * | `s{subject}` | hash   | `g`, `c<client>`: versions; `x`, `r<session>`: mark ends | of marks; none with a version  |
 * | `c{c}id`     | string | client record                                            | none                           |
 * | `cu{c}id`    | set    | redirect URIs of the client                              | none                           |
 * | `ci{c}`      | zset   | client ids, in order                                     | none                           |
 * | `ch{c}`      | hash   | redirect URI to client id                                | none                           |
 * | `b{session}` | hash   | `b`: base; `c<client>`: entry of a client                | of the session                 |
 * | `l{subject}` | hash   | uid of a session to its end and line                     | of the longest line            |
 * | `li{l}`      | zset   | subjects with sessions, in order                         | none; dropped with later links |
 * | `le{l}`      | zset   | the same, by end of the last session                     | likewise                       |
 * | `rN:kind:id` | string | ephemeral value; N is the length of the kind             | of the value                   |
 * | `d{word}`    | hash   | documents of a collection                                | none                           |
 * | `di{word}`   | zset   | their ids, in order                                      | none                           |
 * | `t{key}`     | string | hits in a window                                         | of the window                  |
 * | `o{o}`       | hash   | id of a delivery to state, due time and text             | none; dropped when old         |
 * | `oq{o}`      | zset   | unfinished deliveries, by due time                       | likewise                       |
 * | `ol{o}`      | zset   | all deliveries, by creation time                         | likewise                       |
 * | `oe{o}`      | zset   | finished deliveries, by expiry                           | likewise                       |
 * | `a{a}`       | stream | lines of the audit log; the id is the position           | none; trimmed                  |
 * | `ae{a}`      | hash   | `last`: position, hash; `before`: first, hash before it  | none                           |
 * | `wo{log}`    | zset   | ids of a bounded log by position                         | none; bounded                  |
 * | `wt{log}`    | hash   | id to share, time, text                                  | none; bounded                  |
 * | `ws{log}`    | zset   | share, position, id, in order                            | none; bounded                  |
 * | `wn{log}`    | string | the last position                                        | none                           |
 */
export type Keys = ReturnType<typeof redisKeys>

export function redisKeys(prefix: string) {
  const pattern = prefix.replace(/[\\*?[\]^]/g, '\\$&')
  const between = (key: string, start: string): string => key.slice(prefix.length + start.length, -1)
  return {
    /** Patterns for SCAN: a backup walks all keys without an index. */
    every: {
      key: `${pattern}*`,
      collection: `${pattern}d{*}`,
      idsOfCollection: `${pattern}di{*}`,
      subject: `${pattern}s{*}`,
      client: `${pattern}c{c}*`,
      clientUris: `${pattern}cu{c}*`,
    },
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
