import { createRequire } from 'node:module'
import type { Purpose, TemplateLanguage } from '../contract.ts'

// The house's e-mail around a body, in MJML: one column that every mail program draws. It is made when a template is saved,
// not when it is sent, and the compiler is fetched when it is first needed.

const footers: Record<TemplateLanguage, { member: string; unsubscribe: string }> = {
  en: { member: 'You receive this e-mail as a customer of {{ CompanyName }}.', unsubscribe: 'Unsubscribe' },
  zh: { member: '您是 {{ CompanyName }} 的顾客，因此收到此邮件。', unsubscribe: '退订' },
  fr: { member: 'Vous recevez cet e-mail en tant que client de {{ CompanyName }}.', unsubscribe: 'Se désabonner' },
  ja: { member: 'このメールは {{ CompanyName }} のお客様にお送りしています。', unsubscribe: '配信停止' },
  ms: {
    member: 'Anda menerima e-mel ini sebagai pelanggan {{ CompanyName }}.',
    unsubscribe: 'Berhenti melanggan',
  },
}

/** The same at the end of the text for readers without HTML. */
export const footerOf = (language: TemplateLanguage, purpose: Purpose) => {
  const { member, unsubscribe } = footers[language]
  return `\n\n--\n${member}${purpose === 'Marketing' ? `\n${unsubscribe}: {{ UnsubscribeLink }}` : ''}`
}

const page = (body: string, language: TemplateLanguage, purpose: Purpose) => {
  const { member, unsubscribe } = footers[language]
  const way =
    purpose === 'Marketing' ? `<br /><a href="{{ UnsubscribeLink }}" style="color:#6b6b6b">${unsubscribe}</a>` : ''
  return `<mjml lang="${language}">
  <mj-head>
    <mj-attributes>
      <mj-all font-family="Helvetica, Arial, sans-serif" />
      <mj-text font-size="16px" line-height="1.6" color="#222222" padding="0 24px" />
    </mj-attributes>
    <mj-style inline="inline">p { margin: 0 0 16px } img { max-width: 100%; height: auto } a { color: #8a6d1f }</mj-style>
  </mj-head>
  <mj-body background-color="#f5f3ee" width="600px">
    <mj-section padding="24px 0 8px"><mj-column>
      <mj-text font-size="18px" color="#8a6d1f" letter-spacing="1px">{{ CompanyName }}</mj-text>
    </mj-column></mj-section>
    <mj-section background-color="#ffffff" padding="32px 0 16px"><mj-column>
      <mj-text>${body}</mj-text>
    </mj-column></mj-section>
    <mj-section padding="16px 0 32px"><mj-column>
      <mj-text font-size="12px" color="#6b6b6b">${member}${way}</mj-text>
    </mj-column></mj-section>
  </mj-body>
</mjml>`
}

const require = createRequire(import.meta.url)

type Mjml = (page: string, options: Record<string, unknown>) => Promise<{ html: string }>
type Core = { default: Mjml; components: object; assignComponents: (all: object, more: unknown) => void }
type Preset = { components: unknown; dependencies: unknown }
type Validator = { dependencies: object; assignDependencies: (all: object, more: unknown) => void }

let compiler: Mjml | undefined

/** The compiler with its own elements and without its command line, which is most of the package that has both. */
function loadCompiler(): Mjml {
  const core = require('mjml-core') as Core
  const preset = require('mjml-preset-core') as Preset
  const validator = require('mjml-validator') as Validator
  core.assignComponents(core.components, preset.components)
  validator.assignDependencies(validator.dependencies, preset.dependencies)
  return core.default
}

export async function pageOf(body: string, language: TemplateLanguage, purpose: Purpose): Promise<string> {
  compiler ??= loadCompiler()
  // What stands in the body is ours already: cleaned HTML, with which no file is named.
  const { html } = await compiler(page(body, language, purpose), {
    validationLevel: 'skip',
    keepComments: false,
    ignoreIncludes: true,
    minify: false,
    beautify: false,
  })
  return html
}
