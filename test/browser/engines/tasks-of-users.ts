/** Tasks at the sign-in pages and in the portal, in the order in which a user does them. */
import { base32 } from '../../../lib/domain/accounts/factors/totp.ts'
import { authenticatorSecretOf, PASSWORD, PEOPLE, type Person, personNamed } from '../../seed/people.ts'
import { emailOf } from '../../seed/set-up.ts'
import { codeOf } from '../../support/authenticator-app.ts'
import { linkIn } from '../../support/emails.ts'
import type { Visitor } from './visitor.ts'
import type { World } from './world.ts'

/** What the tasks of one browser share. */
export interface Walk {
  readonly world: World
  /** The browser's name in the list of devices. */
  readonly device: string
  /** Of a user, with a session from the first task on. */
  readonly user: Visitor
  /** Another browser of other users. */
  readonly other: Visitor
  /** Of an administrator. */
  readonly admin: Visitor
}
export type Tasks = Readonly<Record<string, (walk: Walk) => Promise<void>>>

const plain = PEOPLE.filter(
  ({ secondStep, password, roles }) => secondStep === 'none' && password === 'own' && !/sso:/.test(String(roles)),
)
const [ana, ben] = plain.slice(20) as unknown as readonly [Person, Person]
const noor = personNamed('Noor', 'van Dijk')
const CHOSEN = 'several words in a row 7'

export async function signIn(
  visitor: Visitor,
  { username }: Pick<Person, 'username'>,
  password = PASSWORD,
): Promise<void> {
  await visitor.fill('Email or username', username)
  await visitor.fill('Password', password)
  await visitor.press('Sign in')
}
const openSignIn = async (visitor: Visitor, app: string): Promise<void> => {
  await visitor.goTo(app)
  await visitor.follow('Sign in')
  await visitor.sees('Email or username', 'Forgot your password?')
}

export const TASKS_OF_USERS: Tasks = {
  async 'a wrong password is named, and the name is kept'({ user, world }) {
    await openSignIn(user, world.apps.atlas)
    await signIn(user, ana, 'not the password')
    await user.sees('Wrong email or password')
    expect(await user.evaluate("document.querySelector('#username').value")).toBe(ana.username)
  },
  async 'consent is declined, and the app says so'({ user }) {
    await user.fill('Password', PASSWORD)
    await user.press('Sign in')
    await user.sees('Atlas wants to use your', 'See your email address')
    await user.press('Don’t allow')
    await user.sees('You are not signed in')
  },
  async 'consent is given, and the app has a user'({ user }) {
    await user.follow('Sign in')
    await user.sees('Atlas wants to use your')
    await user.press('Allow')
    await user.sees(`Signed in as ${ana.given}`)
  },
  async 'the next app needs no password'({ user, world }) {
    for (const [app, name] of [
      [world.apps.beacon, 'Beacon'],
      [world.apps.compass, 'Compass'],
    ] as const) {
      await user.goTo(app)
      await user.follow('Sign in')
      await user.sees(`${name} wants to use your`)
      await user.press('Allow')
      await user.sees(`Signed in as ${ana.given}`)
    }
  },
  async 'a cancelled sign-in leads back to the app'({ other, world }) {
    await openSignIn(other, world.apps.atlas)
    await other.press('Back to Atlas')
    await other.sees('You are not signed in')
  },
  async 'help at the sign-in page is unfolded'({ other, world }) {
    await openSignIn(other, world.apps.atlas)
    await other.unfold('Can’t sign in?')
    await other.sees('Reset it by email')
  },
  async 'the sign-in page is read in another language'({ other }) {
    await other.unfold('English')
    await other.follow('العربية')
    await other.sees('تسجيل الدخول')
    expect(await other.evaluate('document.documentElement.dir')).toBe('rtl')
    await other.unfold('العربية')
    await other.follow('English')
    await other.sees('Email or username')
  },
  async 'a forgotten password is replaced by email, and the app has a user'({ other, world }) {
    await other.follow('Forgot your password?')
    await other.sees('Forgot your password?', 'Send link')
    await other.fill('#username', ben.username)
    await other.press('Send link')
    await other.sees('Check your email')
    await other.goTo(linkIn(await world.idp.emailTo(emailOf(ben), 'recovery')))
    await other.sees('Choose a new password')
    await other.fill('New password', CHOSEN)
    await other.press('Set password')
    await other.sees('Atlas wants to use your')
    await other.press('Allow')
    await other.sees(`Signed in as ${ben.given}`)
  },
  async 'a used link is refused, with a way on'({ other, world }) {
    const received = world.idp.mail.emails.find(({ text }) => text.includes('/recovery/recovery?link='))
    await other.goTo(linkIn(received ?? { text: '' }))
    await other.sees('This link has already been used', 'Request a new link')
  },
  async 'a second step is asked for, and its wrong code is named'({ admin, world }) {
    await openSignIn(admin, world.apps.compass)
    await signIn(admin, noor)
    await admin.sees('Enter your code')
    await admin.fill('Code from your authenticator app', '000000')
    await admin.press('Continue')
    await admin.sees('incorrect')
  },
  async 'the right code completes the sign-in'({ admin, world }) {
    const code = codeOf(base32(authenticatorSecretOf(noor)), world.idp.clock.now())
    await admin.fill('Code from your authenticator app', code)
    await admin.press('Continue')
    await admin.sees('Compass wants to use your')
    await admin.press('Allow')
    await admin.sees('Signed in as Noor')
  },
  async 'errors are explained'({ other, world }) {
    await other.goTo(`${world.idp.issuer}/authorize?client_id=unknown&response_type=code`)
    await other.sees('This app can’t sign you in', 'Request ID')
    await other.goTo(`${world.idp.issuer}/errors/`)
    await other.sees('pkce_required')
    await other.goTo(`${world.idp.issuer}/errors/redirect_uri_mismatch`)
    await other.sees('redirect_uri')
  },
  async 'the portal shows the apps first'({ user, world }) {
    await user.goTo(`${world.idp.issuer}/portal/`)
    await user.sees(`Hello, ${ana.given}`, 'Your apps')
  },
  async 'an app is found by its name'({ user }) {
    await user.fill('Find an app', 'wiki')
    await user.enter()
    await user.sees('Wiki')
  },
  async 'a name is changed'({ user }) {
    await user.follow('Profile')
    await user.sees('Username', ana.username)
    await user.follow('Edit')
    await user.sees('Edit your details')
    await user.fill('Given name', 'Anabel')
    await user.press('Save')
    await user.sees('Your details were saved.')
  },
  async 'an authenticator app is set up, and codes are saved'({ user, world }) {
    await user.follow('Security')
    await user.sees('Two-step verification is off')
    await user.follow('Set up an authenticator app')
    await user.sees('Scan this with your app')
    const key = String(await user.evaluate("document.querySelector('#secret').value"))
    await user.fill('Code', codeOf(key, world.idp.clock.now()))
    await user.press('Turn on')
    await user.sees('Your recovery codes')
    await user.follow('I’ve saved them')
    await user.sees('Two-step verification is on')
  },
  async 'the authenticator app is removed, after a question'({ user }) {
    await user.follow('Remove the authenticator app')
    await user.sees('Remove the authenticator app?')
    await user.press('Remove')
    await user.sees('The authenticator app was removed.')
  },
  async 'a password is changed'({ user }) {
    await user.follow('Change password')
    await user.sees('Current password')
    await user.fill('Current password', PASSWORD)
    await user.fill('New password', CHOSEN)
    await user.fill('Confirm new password', CHOSEN)
    await user.press('Change password')
    await user.sees('Password changed')
  },
  async 'a device is signed out'({ user, world, other, device }) {
    await other.goTo(`${world.idp.issuer}/connect/logout`)
    await other.press('Sign out')
    await other.sees('You’re signed out')
    await openSignIn(other, world.apps.atlas)
    await signIn(other, ana, CHOSEN)
    await other.sees(`Signed in as`)
    await user.follow('Devices')
    await user.sees('This device', device)
    await user.follow('Sign out everywhere else')
    await user.sees('Sign out everywhere else?', 'Anyone who wants to continue there')
    await user.press('Sign out everywhere else')
    await user.sees('other device')
  },
  async 'the access of an app is removed'({ user }) {
    await user.follow('Apps')
    await user.sees('Connected apps', 'Compass')
    await user.unfold('Compass')
    await user.follow('Remove Compass’s access')
    await user.sees('Remove Compass’s access?')
    await user.press('Remove access')
    await user.sees('no longer has access')
  },
  async 'what happened on the account is read'({ user, world }) {
    await user.goTo(`${world.idp.issuer}/portal/security/activity`)
    await user.sees('Password changed')
  },
  async 'a sign-out lists each app, and names the one it could not confirm'({ user, world }) {
    await user.goTo(`${world.idp.issuer}/connect/logout`)
    await user.sees('Sign out of', 'Atlas', 'Beacon')
    await user.press('Stay signed in')
    await user.sees('Hello')
    await user.goTo(`${world.idp.issuer}/connect/logout`)
    await user.press('Sign out')
    await user.sees('Couldn’t confirm', 'Sign out of Beacon')
    await user.goTo(world.apps.atlas)
    await user.sees('You are not signed in')
  },
}
