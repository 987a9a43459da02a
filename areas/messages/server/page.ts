import type { Purpose, TemplateLanguage } from '../contract.ts'

// The page around an e-mail body is built when the template is saved, with one column that all mail programs render.
// The tables, Outlook comments and resets of the page follow the output of MJML 5.4.

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

/** The footer of the e-mail's plain text. */
export const createTextFooter = (language: TemplateLanguage, purpose: Purpose) => {
  const { member, unsubscribe } = footers[language]
  return `\n\n--\n${member}${purpose === 'Marketing' ? `\n${unsubscribe}: {{ UnsubscribeLink }}` : ''}`
}

/** The inline styles of each element, because mail programs drop style sheets. */
const elementStyles: Record<string, string> = {
  p: 'margin: 0 0 16px;',
  img: 'max-width: 100%; height: auto;',
  a: 'color: #8a6d1f;',
}

/** Adds inline styles to sanitized HTML, whose attributes are quoted and contain no `>`. An existing alignment stays. */
const withElementStyles = (body: string) =>
  body.replace(/<(p|img|a)( [^>]*?)?( ?\/)?>/g, (_, tag: string, attributes = '') => {
    const alignment = / style="([^";]+);?"/.exec(attributes)?.[1]
    const style = alignment ? `${elementStyles[tag]} ${alignment};` : elementStyles[tag]
    // An image without a height keeps its proportions when it is scaled down.
    const otherAttributes = attributes.replace(tag === 'img' ? / (?:style|height)="[^"]*"/g : / style="[^"]*"/g, '')
    return `<${tag}${otherAttributes} style="${style}">`
  })

type Section = { padding: string; background?: string; text: string; html: string }

const openOutlookTable = (background?: string) =>
  `<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:600px;" width="600"${background ? ` bgcolor="${background}"` : ''}><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;">`

function sectionHtml({ padding, background, text, html }: Section): string {
  const color = background ? `background:${background};background-color:${background};` : ''
  return `<!--[if mso | IE]>${openOutlookTable(background)}<![endif]-->
<div style="${color}margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="${color}width:100%;"><tbody><tr>
<td style="direction:ltr;font-size:0px;padding:${padding};text-align:center;">
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td style="vertical-align:top;width:600px;"><![endif]-->
<div class="column outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="vertical-align:top;" width="100%"><tbody><tr>
<td align="left" style="font-size:0px;padding:0 24px;word-break:break-word;">
<div style="font-family:Helvetica, Arial, sans-serif;${text}">${html}</div>
</td>
</tr></tbody></table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr></tbody></table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->`
}

export function createHtmlMail(body: string, language: TemplateLanguage, purpose: Purpose): string {
  const { member, unsubscribe } = footers[language]
  const link =
    purpose === 'Marketing' ? `<br><a href="{{ UnsubscribeLink }}" style="color: #6b6b6b;">${unsubscribe}</a>` : ''
  const sections = [
    {
      padding: '24px 0 8px',
      text: 'font-size:18px;letter-spacing:1px;line-height:1.6;text-align:left;color:#8a6d1f;',
      html: '{{ CompanyName }}',
    },
    {
      padding: '32px 0 16px',
      background: '#ffffff',
      text: 'font-size:16px;line-height:1.6;text-align:left;color:#222222;',
      html: withElementStyles(body),
    },
    {
      padding: '16px 0 32px',
      text: 'font-size:12px;line-height:1.6;text-align:left;color:#6b6b6b;',
      html: `${member}${link}`,
    },
  ]
  return `<!doctype html>
<html lang="${language}" dir="auto" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title></title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style type="text/css">
#outlook a { padding:0; }
body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; }
table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; }
img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; }
p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript><xml><o:OfficeDocumentSettings><o:AllowPNG/><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml></noscript>
<![endif]-->
<!--[if lte mso 11]>
<style type="text/css">.outlook-group-fix { width:100% !important; }</style>
<![endif]-->
<style type="text/css">
@media only screen and (min-width:480px) { .column { width:100% !important; max-width: 100%; } }
</style>
<style media="screen and (min-width:480px)">
.moz-text-html .column { width:100% !important; max-width: 100%; }
</style>
</head>
<body style="word-spacing:normal;background-color:#f5f3ee;">
<div aria-roledescription="email" role="article" lang="${language}" dir="auto" style="word-spacing:normal;background-color:#f5f3ee;">
${sections.map(sectionHtml).join('\n')}
</div>
</body>
</html>
`
}
