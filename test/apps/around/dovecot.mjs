// Writes dovecot.conf, for this folder and the port of the test alone, with what the block says for it; and follows one of its remarks,
// where the test asks for that.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'

const folder = import.meta.dirname
const block = `${folder}/dovecot-oauth2.conf.ext`
const remarked = readFileSync(block, 'utf8')
if (process.env.FOLLOW === 'scope') writeFileSync(block, remarked.replace('# scope =', 'scope ='))
if (process.env.FOLLOW === 'address') {
  // What is set instead stands in lines one after the other.
  const instead = /(?:^# (?:introspection|active|username)_.* = .*\n)+/m.exec(remarked)[0].replaceAll('# ', '')
  const names = instead.match(/^\w+/gm).join('|')
  writeFileSync(block, remarked.replaceAll(new RegExp(`^(?:${names}) = .*\\n`, 'gm'), '') + instead)
}
const isRoot = process.getuid() === 0
const own = userInfo().username
// As root it refuses to let anybody log in as root, so the mail is another's.
const owner = isRoot ? { uid: 'nobody', gid: 'nogroup' } : { uid: own, gid: String(process.getgid()) }
mkdirSync(`${folder}/mail`)
chmodSync(folder, 0o755)
chmodSync(`${folder}/mail`, 0o777)
writeFileSync(
  `${folder}/dovecot.conf`,
  `
base_dir = ${folder}/run
state_dir = ${folder}/run
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
# The tokens travel over the loopback device alone.
disable_plaintext_auth = no
${isRoot ? '' : `default_login_user = ${own}\ndefault_internal_user = ${own}\ndefault_internal_group = `}
first_valid_uid = 1
mail_location = maildir:${folder}/mail/%u
auth_mechanisms =
${remarked
  .match(/^# {3}.*$/gm)
  .map((line) => line.slice(4).replace('/etc/dovecot', folder))
  .join('\n')}
auth_failure_delay = 0
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${process.env.PORT}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
  # Whoever fails would wait ever longer.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`,
)
