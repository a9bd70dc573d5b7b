/** Real LDAP servers (OpenLDAP) for tests, each with a temporary folder. */
import { execFile, spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'
import { childServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { answers } from './listening.ts'
import type { Certificate } from './logout-certificate.ts'
import { newFolder } from './new-folder.ts'
import { serverPath } from './proxy-path.ts'

export const BASE = 'dc=example,dc=com'
/** The search account: it can read everything but passwords. */
export const SEARCHER = { dn: `cn=portico,${BASE}`, password: 'searcher-secret' }
/** Settings of an LDAP server at this URL, whose users are found by name and by email address. */
export const directoryAt = (url: string) =>
  ({
    kind: 'openldap',
    url,
    bindDn: SEARCHER.dn,
    bindPassword: SEARCHER.password,
    base: BASE,
    userFilter: '(|(uid={username})(mail={username}))',
  }) as const
const ADMIN = { dn: `cn=admin,${BASE}`, password: 'admin-secret' }

export interface Slapd {
  readonly port: number
  /** `ldap://127.0.0.1:port` */
  readonly url: string
  /** The port for TLS from the first byte; undefined without a certificate. */
  readonly tlsPort: number | undefined
  /** Applies changes in LDIF. */
  modify(ldif: string): Promise<void>
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** Attributes of Active Directory, with the identifiers and comparisons that they have there. */
export const ACTIVE_DIRECTORY = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch
  SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.159 NAME 'accountExpires' EQUALITY integerMatch
  SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
`

interface SlapdOptions {
  /** Entries in addition to the base and the search account. */
  readonly ldif: string
  /** Enables TLS and StartTLS. */
  readonly certificate?: Certificate
  /** Attribute types in addition to core, cosine and inetorgperson, in the form of slapd.conf. */
  readonly schema?: string
  /** A password policy at this entry (ppolicy): the server locks accounts itself. */
  readonly passwordPolicy?: string
}

const text = (value: string): string => `:: ${Buffer.from(value).toString('base64')}`

/** An entry as LDIF, with encoded values. */
export const entry = (dn: string, attributes: Readonly<Record<string, string | readonly string[]>>): string =>
  [
    `dn${text(dn)}`,
    ...Object.entries(attributes).flatMap(([name, values]) => [values].flat().map((value) => name + text(value))),
    '',
    '',
  ].join('\n')

export const user = (
  uid: string,
  password: string,
  more: Readonly<Record<string, string | readonly string[]>> = {},
  below = BASE,
): string =>
  entry(`uid=${uid.replace(/[,+"\\<>;=#]/g, (sign) => `\\${sign}`)},${below}`, {
    objectClass: 'inetOrgPerson',
    uid,
    cn: `Name of ${uid}`,
    sn: uid,
    userPassword: password,
    ...more,
  })

export const group = (cn: string, members: readonly string[], below = `ou=groups,${BASE}`): string =>
  entry(`cn=${cn},${below}`, { objectClass: 'groupOfNames', cn: cn.replaceAll('\\', ''), member: members })

export const folderEntry = (ou: string): string => entry(`ou=${ou},${BASE}`, { objectClass: 'organizationalUnit', ou })

const configuration = (folder: string, { certificate, schema = '', passwordPolicy }: SlapdOptions): string => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}${schema}
modulepath /usr/lib/ldap
moduleload back_mdb
${passwordPolicy === undefined ? '' : 'moduleload ppolicy\n'}pidfile ${folder}/slapd.pid
${certificate === undefined ? '' : `TLSCertificateFile ${folder}/cert.pem\nTLSCertificateKeyFile ${folder}/key.pem`}
database mdb
maxsize 33554432
suffix "${BASE}"
rootdn "${ADMIN.dn}"
rootpw ${ADMIN.password}
directory ${folder}/data
dbnosync
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
index objectClass,entryUUID eq
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${SEARCHER.dn}" read by anonymous auth by * none
${passwordPolicy === undefined ? '' : `overlay ppolicy\nppolicy_default "${passwordPolicy}"\n`}`

export async function startSlapd(options: SlapdOptions): Promise<Slapd> {
  const folder = newFolder()
  const port = await freePort()
  const tlsPort = options.certificate === undefined ? undefined : await freePort()
  const urls = [`ldap://127.0.0.1:${port}`, ...(tlsPort === undefined ? [] : [`ldaps://127.0.0.1:${tlsPort}`])]
  const file = join(folder, 'slapd.conf')

  async function fill(): Promise<void> {
    await mkdir(join(folder, 'data'), { mode: 0o700 })
    if (options.certificate !== undefined) {
      await writeFile(join(folder, 'cert.pem'), options.certificate.cert)
      await writeFile(join(folder, 'key.pem'), options.certificate.key, { mode: 0o600 })
    }
    await writeFile(file, configuration(folder, options), { mode: 0o600 })
    const base = entry(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
    const searcher = entry(SEARCHER.dn, {
      objectClass: ['organizationalRole', 'simpleSecurityObject'],
      cn: 'portico',
      userPassword: SEARCHER.password,
    })
    await run('slapadd', ['-q', '-f', file], base + searcher + options.ldif)
  }

  const { start, crash } = childServer(
    'slapd',
    () =>
      spawn(serverPath('slapd') ?? 'slapd', ['-f', file, '-h', urls.join(' '), '-d', '0'], {
        stdio: ['ignore', 'ignore', 'pipe'],
      }),
    () => answers(port),
  )

  try {
    await fill()
    await start()
  } catch (error) {
    await crash()
    throw error
  }
  return stoppedAtEnd({
    port,
    url: `ldap://127.0.0.1:${port}`,
    tlsPort,
    modify: async (ldif) =>
      run('ldapmodify', ['-x', '-H', `ldap://127.0.0.1:${port}`, '-D', ADMIN.dn, '-w', ADMIN.password], ldif),
    crash,
    start,
    stop: crash,
  })
}

function run(program: string, args: readonly string[], input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(serverPath(program) ?? program, args, (error, _, stderr) =>
      error === null ? resolve() : reject(new Error(`${program}: ${stderr}`)),
    )
    child.stdin?.end(input)
  })
}
