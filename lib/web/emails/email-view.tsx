/** Renders an email's HTML. Styles are inline, because email clients support little CSS. Only the logo is external. */
import type { VNode } from 'preact'
import type { themeColors } from '../ui/theme.ts'
import type { EmailContent } from './email-content.ts'

export interface EmailLook extends ReturnType<typeof themeColors> {
  readonly product: string
  /** Absolute URL of the logo; if undefined, the product name is shown. */
  readonly logo: string | undefined
}

export interface EmailViewProps {
  readonly content: EmailContent
  readonly look: EmailLook
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly copy: string
}

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"

export function EmailView({ content, look, locale, dir, copy }: EmailViewProps): VNode {
  const { subject, greeting, paragraphs, facts, code, button, notes, footer } = content
  return (
    <html lang={locale} dir={dir}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>{subject}</title>
        <style dangerouslySetInnerHTML={{ __html: dark(look) }} />
      </head>
      <body class="page" style={`margin:0;padding:0;background:#f4f5f7;color:#1b1f24;font-family:${FONT}`}>
        <table role="presentation" width="100%" cellPadding="0" cellSpacing="0" style="border-collapse:collapse">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellPadding="0"
                cellSpacing="0"
                style="max-width:560px;border-collapse:separate;text-align:start"
              >
                <tr>
                  <td style="padding:0 4px 16px">
                    {look.logo === undefined ? (
                      <bdi style="font-size:18px;font-weight:600">{look.product}</bdi>
                    ) : (
                      <img src={look.logo} alt={look.product} height={32} style="display:block;height:32px;border:0" />
                    )}
                  </td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="background:#ffffff;border:1px solid #dfe3e8;border-radius:12px;padding:28px;font-size:16px;line-height:1.5;overflow-wrap:anywhere"
                  >
                    <h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:650">{subject}</h1>
                    <p style="margin:0 0 12px">{greeting}</p>
                    {paragraphs.map((text) => (
                      <p style="margin:0 0 12px">{text}</p>
                    ))}
                    {facts.length === 0 ? null : <Facts facts={facts} />}
                    {code === undefined ? null : (
                      <p
                        dir="ltr"
                        style="margin:16px 0;font-size:30px;line-height:1.2;font-weight:650;letter-spacing:4px;font-family:ui-monospace,Consolas,monospace"
                      >
                        {code}
                      </p>
                    )}
                    {button === undefined ? null : <Action button={button} look={look} copy={copy} />}
                    {notes.map((text) => (
                      <p class="quiet" style="margin:12px 0 0;font-size:14px;color:#57606a">
                        {text}
                      </p>
                    ))}
                  </td>
                </tr>
                <tr>
                  <td class="quiet" style="padding:16px 4px 0;font-size:13px;line-height:1.5;color:#57606a">
                    {footer}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  )
}

function Facts({ facts }: Pick<EmailContent, 'facts'>): VNode {
  return (
    <table role="presentation" cellPadding="0" cellSpacing="0" style="margin:4px 0 12px;border-collapse:collapse">
      {facts.map(({ term, value }) => (
        <tr>
          <td
            class="quiet"
            style="padding:2px 0;padding-inline-end:16px;color:#57606a;vertical-align:top;font-size:14px"
          >
            {term}
          </td>
          <td style="padding:2px 0;font-size:14px;overflow-wrap:anywhere">
            <bdi>{value}</bdi>
          </td>
        </tr>
      ))}
    </table>
  )
}

function Action(props: { button: NonNullable<EmailContent['button']>; look: EmailLook; copy: string }): VNode {
  const { button, look, copy } = props
  const { label, href, tone } = button
  const isPrimary = tone === 'primary'
  const colors = isPrimary
    ? `background:${look.accent};color:${look.onAccent};border:1px solid ${look.accent}`
    : 'background:#ffffff;color:#1b1f24;border:1px solid #8c959f'
  return (
    <>
      <p style="margin:20px 0 16px">
        <a
          href={href}
          class={isPrimary ? 'primary' : 'secondary'}
          style={`display:inline-block;padding:11px 20px;border-radius:8px;font-weight:600;text-decoration:none;${colors}`}
        >
          {label}
        </a>
      </p>
      <p class="quiet" style="margin:0;font-size:13px;color:#57606a">
        {copy}
        <br />
        <a href={href} dir="ltr" class="address" style="color:#57606a;overflow-wrap:anywhere;word-break:break-all">
          {href}
        </a>
      </p>
    </>
  )
}

/** The colors come from the validated theme, never from user input. */
const dark = ({ accentDark, onAccentDark }: EmailLook): string =>
  `@media (prefers-color-scheme: dark) {
  .page { background: #0f1216 !important; color: #e6e9ee !important }
  .card { background: #171a21 !important; border-color: #303640 !important }
  .quiet, .address { color: #a5adb8 !important }
  .primary { background: ${accentDark} !important; border-color: ${accentDark} !important; color: ${onAccentDark} !important }
  .secondary { background: #171a21 !important; border-color: #6b7480 !important; color: #e6e9ee !important }
}`
