/** Pictures, colors, and CSS that an administrator is led to publish. */
import { HOSTILE_CSS } from '../support/hostile-css.ts'
import { HOSTILE_PICTURES } from '../support/hostile-pictures.ts'
import { enterPanel } from '../support/panel-visitor.ts'
import { SMALL_SVG } from '../support/pictures.ts'
import { upload } from '../support/uploads.ts'
import { mustBe, type OwnTarget, weak } from './target.ts'

const VALUES = ['red; } body { display: none', 'url(//evil.example)', '#ffffff', '"><script>alert(1)</script>']

export async function hostileAppearance({ node }: OwnTarget): Promise<string> {
  const admin = await enterPanel(node)
  const draft = async (fields: Readonly<Record<string, string>>, files = {}): Promise<string> => {
    const page = await admin.open('/appearance')
    const forms = page.forms.filter(({ method }) => method.toLowerCase() === 'post')
    const { answer } = await upload(
      admin,
      { ...page, forms },
      '/admin/appearance',
      { act: 'preview', ...fields },
      files,
    )
    return answer.text
  }
  const shown = await draft({}, { logo: Buffer.from(SMALL_SVG) })
  const [href = ''] = /\/_sso\/assets\/picture\.[\da-f]{32}\.svg/.exec(shown) ?? []
  const { headers, text } = await node.send(href)
  mustBe(text, SMALL_SVG, 'a harmless picture')
  if (!/default-src 'none'.*; sandbox$/.test(String(headers['content-security-policy'])))
    weak('a picture that is opened by its URL has rights')
  for (const [name, file] of HOSTILE_PICTURES)
    for (const field of ['logo', 'background'])
      if (!(await draft({}, { [field]: file })).includes(`id="${field}-error"`)) weak(`${name} is taken as ${field}`)
  for (const value of VALUES) {
    await draft({ accent: value, accentDark: value, layout: value, font: value, radius: value })
    const preview = await admin.browser.go('/admin/appearance/preview?sample=signIn')
    const styles = /[^"]*theme\.[\da-f]{16}\.css/.exec(preview.text)?.[0]
    const all = preview.text + (styles === undefined ? '' : (await node.send(styles)).text)
    if (/display: none|evil\.example|--sso-accent: #ffffff|alert\(1\)/.test(all)) weak(`${value} is taken`)
  }
  for (const css of HOSTILE_CSS) if (!(await draft({ css })).includes('id="css-error"')) weak(`the CSS ${css} is taken`)
  const lines = `${HOSTILE_CSS.length} texts of CSS`
  return `${HOSTILE_PICTURES.length} pictures in two fields, ${VALUES.length} values in five, ${lines}`
}
