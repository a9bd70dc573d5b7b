/** The user's account menu: a link to the other app, color scheme, help, and sign-out. */
import type { ColorScheme, HasView, VNode } from '../view.ts'
import { Avatar, Who } from './apps.tsx'
import type { AccountView } from './card.tsx'
import { Button, Form, type FormTarget } from './form.tsx'
import { Menu, MenuLinks } from './menu.tsx'

export interface AccountMenuProps {
  readonly account: AccountView
  /** The panel on pages in the portal, and the portal on pages in the panel; absent if the user has no access to it. */
  readonly other?: { readonly app: 'account' | 'administration'; readonly href: string } | undefined
  readonly signOut: FormTarget
}

export function AccountMenu({ account, other, signOut }: AccountMenuProps, { view }: HasView): VNode {
  const { panel, common } = view.t
  const links = [
    ...(other === undefined ? [] : [{ label: panel.apps[other.app], href: other.href }]),
    ...(view.helpHref === undefined ? [] : [{ label: common.help, href: view.helpHref }]),
  ]
  return (
    <Menu
      class="sso-account-menu"
      label={
        <>
          <Avatar name={account.name} />
          <span class="sso-hidden">{panel.accountMenu}</span>
          <bdi class="sso-menu-name">{account.name}</bdi>
        </>
      }
    >
      <Who who={account} />
      {links.length === 0 ? null : <MenuLinks links={links} />}
      <Appearance />
      <Form target={signOut}>
        <Button look="secondary">{panel.signOut}</Button>
      </Form>
    </Menu>
  )
}

/** Light, dark, or the device's setting. Switching requires scripts; without scripts, pages follow the device. */
const SCHEMES: readonly ColorScheme[] = ['auto', 'light', 'dark']

function Appearance(_props: object, { view: { t, cookiePath, colorScheme } }: HasView): VNode {
  const { title, schemes } = t.panel.appearance
  return (
    <fieldset class="sso-appearance" data-sso-appearance={cookiePath} data-sso-scripted>
      <legend>{title}</legend>
      <div>
        {SCHEMES.map((scheme) => (
          <button type="button" value={scheme} aria-pressed={scheme === colorScheme}>
            {schemes[scheme]}
          </button>
        ))}
      </div>
    </fieldset>
  )
}
