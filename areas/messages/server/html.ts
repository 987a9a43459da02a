import sanitize from 'sanitize-html'

// The HTML of message bodies may contain what the editor produces, and is sanitized before it is stored.

const tags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote'],
  ...['a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'div'],
]

/** Matches braces, also encoded ones, because some editors encode them in addresses. */
const liquidMark = /[{}]|%7[bd]/i
const liquid = /\{\{[^{}]*\}\}/g
/** Matches an address that consists of one merge field of the kind link. */
const wholeLink = /^\{\{\s*\w+Link\s*\}\}$/
/** Matches a web address with a fixed host, so that no value of a merge field can change the target. */
const webAddress = /^https?:\/\/[^\s/?#{}@\\]+(?:[/?#][^\s{}\\]*)?$/i
const otherAddress = /^(?:mailto:[^\s{}]+|tel:\+?[\d-]+)$/i

const hasCompleteLiquid = (value: string) => !/\{[{%]|[%}]\}/.test(value.replace(liquid, ''))
/** True for a web address whose merge fields follow the host and are not part of it. */
const isWeb = (value: string) => !/^[^/]*\/\/[^/?#]*\{/.test(value) && webAddress.test(value.replace(liquid, '-'))
const isAddress = (value: string) =>
  hasCompleteLiquid(value) && (wholeLink.test(value) || isWeb(value) || otherAddress.test(value))
/** Rejects merge fields in image addresses of other hosts, because loading the image would reveal the customer. */
const isPicture = (value: string, ownHost: string) =>
  hasCompleteLiquid(value) &&
  /^https:/i.test(value) &&
  isWeb(value) &&
  (!liquidMark.test(value) || new URL(value.replace(liquid, '-')).host === ownHost)

function attributesOf(tag: string, attributes: sanitize.Attributes, ownHost: string): sanitize.Attributes {
  const allowed = Object.entries(attributes).filter(([name, value]) => {
    if (name === 'href') return isAddress(value)
    if (name === 'src') return isPicture(value, ownHost)
    return hasCompleteLiquid(value)
  })
  return { ...Object.fromEntries(allowed), ...(tag === 'a' && { target: '_blank', rel: 'noopener noreferrer' }) }
}

/** Removes everything but the editor's elements: no scripts, no styles except alignment, no address that redirects. */
export const sanitizeHtml = (html: string, ownHost: string) =>
  sanitize(html, {
    allowedTags: tags,
    allowedAttributes: {
      a: ['href', 'target', 'rel', 'title'],
      img: ['src', 'alt', 'width', 'height'],
      th: ['colspan', 'rowspan'],
      td: ['colspan', 'rowspan'],
      '*': ['style'],
    },
    allowedStyles: { '*': { 'text-align': [/^(?:left|right|center|justify)$/] } },
    // The addresses were checked before, because sanitize-html cannot parse addresses with Liquid.
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 30,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: attributesOf(tagName, attribs, ownHost) }),
    },
  }).trim()

const namedEntities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** Returns the plain text of sanitized HTML. */
export const htmlToPlainText = (html: string) =>
  html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, text: string) =>
      text.replace(/<[^>]*>/g, '').trim() === href ? href : `${text} (${href})`,
    )
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<li[^>]*>/g, '- ')
    .replace(/<(?:br|hr)[^>]*>|<\/(?:li|tr|div)>/g, '\n')
    .replace(/<\/(?:p|h[1-3]|ul|ol|blockquote|table)>/g, '\n\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => namedEntities[entity]!)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
