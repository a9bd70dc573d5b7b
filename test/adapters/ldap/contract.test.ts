/** An LDAP directory keeps the contract that a host's own directory can be tested with. */
import { ldapDirectory } from '../../../adapters/ldap/index.ts'
import { directoryContract } from '../../kit/index.ts'
import { recordingProxy } from '../../support/recording-proxy.ts'
import { BASE, SEARCHER, startSlapd, user } from '../../support/slapd.ts'

const USER = { username: 'alice', password: 'correct horse' }

const slapd = await startSlapd({ ldif: [user('alice', USER.password), user('bob', 'bobs password')].join('') })

directoryContract(
  'an LDAP directory',
  {
    async open() {
      const proxy = await recordingProxy(slapd.port)
      const directory = ldapDirectory({
        url: proxy.url,
        kind: 'openldap',
        base: BASE,
        bindDn: SEARCHER.dn,
        bindPassword: SEARCHER.password,
      })
      return {
        directory,
        user: USER,
        fail: () => proxy.close(),
        close: async () => {
          await directory.close()
          await proxy.close()
        },
      }
    },
  },
  { describe, it },
)
