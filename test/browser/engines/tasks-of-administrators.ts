/** Tasks in the panel, in the order in which an administrator does them. */
import { ADMINISTRATOR } from '../../seed/set-up.ts'
import { signIn, type Tasks } from './tasks-of-users.ts'

export const TASKS_OF_ADMINISTRATORS: Tasks = {
  async 'the panel shows what is broken, and why'({ admin, world }) {
    await admin.goTo(`${world.idp.issuer}/connect/logout`)
    await admin.press('Sign out')
    await admin.sees('You’re signed out')
    await admin.goTo(`${world.idp.issuer}/admin/`)
    await signIn(admin, ADMINISTRATOR)
    await admin.sees('Overview', 'Users can’t sign in to CRM')
    await admin.follow('Why')
    await admin.sees('What to do', 'How far the request got')
  },
  async 'a user is found by a part of the name'({ admin }) {
    await admin.fill('.sso-search input', 'ines du')
    await admin.sees('Ines Duarte')
    await admin.enter()
    await admin.sees('Sign-in is paused until', 'Last sign-ins')
  },
  async 'a pause is lifted'({ admin }) {
    await admin.press('Unlock')
    await admin.sees('can try again now')
  },
  async 'a user is suspended after a question, and reactivated'({ admin }) {
    await admin.unfold('More')
    await admin.follow('Suspend')
    await admin.sees('Suspend Ines Duarte?')
    await admin.press('Suspend')
    await admin.sees('was suspended and signed out everywhere')
    await admin.press('Reactivate')
    await admin.sees('can sign in again')
  },
  async 'a user is invited'({ admin }) {
    await admin.follow('Users')
    await admin.sees('Find a user')
    await admin.follow('Add user')
    await admin.sees('Send an invitation by email')
    await admin.fill('Username', 'fleur')
    await admin.press('Add user')
    await admin.sees('There is a problem')
    await admin.fill('Name', 'Fleur Nouvelle')
    await admin.fill('Email', 'fleur@acme.example')
    await admin.press('Add user')
    await admin.sees('Fleur Nouvelle was added')
  },
  async 'the invitation leads to a password'({ other, world }) {
    const { text } = await world.idp.emailTo('fleur@acme.example', 'invitation')
    await other.goTo(/^https?:\S+[?]link=\S+$/m.exec(text)?.[0] ?? '')
    await other.sees('Welcome to')
    await other.fill('New password', 'several words in a row 7')
    await other.press('Set password')
    await other.sees('Your account is ready')
  },
  async 'two users are signed out together'({ admin }) {
    await admin.follow('Users')
    await admin.sees('Find a user')
    await admin.pick('.sso-table tbody tr:nth-child(3) input[type=checkbox]')
    await admin.pick('.sso-table tbody tr:nth-child(4) input[type=checkbox]')
    await admin.sees('Selected: 2')
    await admin.press('Sign out…')
    await admin.sees('Cancel')
    await admin.press('Sign out')
    await admin.sees('Users')
  },
  async 'roles are read'({ admin }) {
    await admin.follow('Roles')
    await admin.sees('Built-in roles', 'finance')
  },
  async 'an app is registered, and its secret is shown once'({ admin }) {
    await admin.follow('Clients')
    await admin.sees('30 days')
    await admin.follow('New client')
    await admin.sees('Start from a known app')
    await admin.fill('#name', 'Fleet')
    await admin.fill('#client_id', 'fleet')
    await admin.fill('#owner_email', 'fleet@acme.example')
    await admin.pick('[name="client_type"][value="confidential"]')
    await admin.fill('#redirect_uris', 'https://fleet.acme.example/callback')
    await admin.press('Create client')
    await admin.sees('Fleet is registered', 'Client secret')
    await admin.follow('I’ve stored it')
    await admin.sees('Fleet', 'Scopes and access')
  },
  async 'an app is limited to a role, with its consequences'({ admin, world }) {
    await admin.goTo(`${world.idp.issuer}/admin/clients/wiki/scopes`)
    await admin.sees('Who has access')
    await admin.pick('Only users with one of these roles')
    await admin.pick('finance')
    await admin.press('Save changes')
    await admin.sees('Limit access to Wiki?', 'Users who lose access')
    await admin.press('Limit access')
    await admin.sees('were saved')
  },
  async 'a secret is rotated'({ admin }) {
    await admin.follow('Security')
    await admin.sees('Client secret')
    await admin.follow('Rotate secret')
    await admin.sees('Rotate the secret for Wiki?')
    await admin.press('Rotate secret')
    await admin.sees('has a new secret')
    await admin.follow('I’ve stored it')
    await admin.sees('Wiki')
  },
  async 'an app is switched off'({ admin }) {
    await admin.follow('Lifecycle')
    await admin.sees('Decommission')
    await admin.follow('Disable')
    await admin.sees('Disable Wiki?')
    await admin.press('Disable client')
    await admin.sees('was disabled')
  },
  async 'what administrators changed is read, with an entry'({ admin }) {
    await admin.follow('Activity')
    await admin.sees('Export')
    await admin.follow('Admin changes')
    await admin.sees('Client disabled')
    await admin.follow('Client disabled')
    await admin.sees('What happened', 'For auditors')
  },
  async 'sessions, notices and emails are read'({ admin }) {
    await admin.follow('Sessions')
    await admin.sees('End session')
    await admin.follow('Deliveries')
    await admin.sees('Sign-out notices')
    await admin.follow('Emails')
    await admin.sees('Sent')
  },
  async 'the consequences of withdrawing a key are read'({ admin }) {
    await admin.follow('Signing keys')
    await admin.sees('Withdraw')
    await admin.follow('Withdraw…')
    await admin.sees('Withdraw the current key')
  },
  async 'settings and health are read'({ admin, world }) {
    await admin.follow('Settings')
    await admin.sees('Settings')
    await admin.goTo(`${world.idp.issuer}/admin/health`)
    await admin.sees('Clock')
  },
  async 'a token is inspected'({ admin, world }) {
    await admin.goTo(`${world.idp.issuer}/admin/inspect`)
    await admin.sees('Inspect a token')
    await admin.fill('Token', 'not a token of ours')
    await admin.press('Inspect')
    await admin.sees('did not issue this text')
  },
}
