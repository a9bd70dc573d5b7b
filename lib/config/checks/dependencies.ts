import { passkeyHost } from '../../../policies/passkey-place.ts'
import { isPlainObject, listAt, memberAt, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

interface HostDirectory {
  readonly forIdentity?: unknown
  readonly passkeys?: unknown
  readonly totp?: unknown
}

/** @param parts the host's directory and mailer, each undefined if the host passes none */
export function checkDependencies(
  data: unknown,
  { directory, mailer }: { readonly directory: HostDirectory | undefined; readonly mailer: unknown },
): readonly ConfigIssue[] {
  const login = objectAt(data, 'login')
  const hasSender = mailer !== undefined || memberAt(objectAt(data, 'mail'), 'url') !== undefined
  const [email, suspend] = ['emailAfterDays', 'suspendAfterDays'].map((key) =>
    Number(memberAt(objectAt(data, 'inactive'), key) ?? NaN),
  )
  return [
    Number(email) >= Number(suspend) &&
      configIssue('E1006', 'inactive.emailAfterDays', 'fewer days than suspendAfterDays', String(email)),
    memberAt(login, 'mailCode') === true &&
      !hasSender &&
      configIssue('E1006', 'login.mailCode', 'false, or a mail server (mail.url, mail.from) besides', 'true'),
    directory !== undefined &&
      directory.forIdentity === undefined &&
      listAt(login, 'upstreams').length > 0 &&
      configIssue(
        'E1006',
        'login.upstreams',
        'a directory that has forIdentity, or the one that comes with the service',
        'a directory without it',
      ),
    ...(directory !== undefined && directory.totp === undefined ? withoutApps(data, directory) : []),
    directory !== undefined &&
      isPlainObject(memberAt(data, 'ldap')) &&
      configIssue('E1006', 'ldap', 'the directory that comes with the service', 'a directory of your own'),
  ].filter((one) => one !== false)
}

/** The issues of a directory without authenticator apps. An IP address cannot have passkeys (passkey-place.ts). */
function withoutApps(data: unknown, { passkeys }: HostDirectory): readonly ConfigIssue[] {
  const baseUrl = textAt(data, 'baseUrl') ?? ''
  const [expected, received] =
    passkeys === undefined
      ? ['a directory that has passkeys or totp', 'a directory without them']
      : ['a directory that has totp, or a host name in baseUrl', 'passkeys, and an IP address in baseUrl']
  if (passkeys !== undefined && (!URL.canParse(baseUrl) || passkeyHost(baseUrl) !== undefined)) return []
  return requirements(data).map((path) => configIssue('E1006', path, expected, received))
}

/** The rules that require a second factor. */
function requirements(data: unknown): readonly string[] {
  const { require = 'nobody' } = objectAt(objectAt(data, 'login'), 'secondFactor') as { readonly require?: unknown }
  const strict = listAt(data, 'clients').flatMap((client, index) =>
    memberAt(memberAt(client, 'access'), 'secondFactor') === true ? [`clients[${index}].access.secondFactor`] : [],
  )
  return [...(require === 'nobody' ? [] : ['login.secondFactor.require']), ...strict]
}
