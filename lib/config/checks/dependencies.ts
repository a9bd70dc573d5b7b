import { isPlainObject, listAt, memberAt, objectAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

/** @param parts the host's directory and mailer, each undefined if the host passes none */
export function checkDependencies(
  data: unknown,
  {
    directory,
    mailer,
  }: { readonly directory: { readonly forIdentity?: unknown } | undefined; readonly mailer: unknown },
): readonly ConfigIssue[] {
  const login = objectAt(data, 'login')
  const hasSender = mailer !== undefined || memberAt(objectAt(data, 'mail'), 'url') !== undefined
  return [
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
    directory !== undefined &&
      isPlainObject(memberAt(data, 'ldap')) &&
      configIssue('E1006', 'ldap', 'the directory that comes with the service', 'a directory of your own'),
  ].filter((one) => one !== false)
}
