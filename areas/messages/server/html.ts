import sanitize from 'sanitize-html'

// The HTML of bodies: what an editor makes, and nothing else. It is cleaned before it is stored.

const tags = [
  ...['p', 'br', 'hr', 'h1', 'h2', 'h3', 'strong', 'b', 'em', 'i', 'u', 's', 'ul', 'ol', 'li', 'blockquote'],
  ...['a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span', 'div'],
]

/** Also encoded, as some editors write addresses. */
const liquidMark = /[{}]|%7[bd]/i
const liquid = /\{\{[^{}]*\}\}/g
/** A name alone, that of a link. */
const wholeLink = /^\{\{\s*\w+Link\s*\}\}$/
/** Fixed up to the end of the host: no value can lead elsewhere. */
const webAddress = /^https?:\/\/[^\s/?#{}@\\]+(?:[/?#][^\s{}\\]*)?$/i
const otherAddress = /^(?:mailto:[^\s{}]+|tel:\+?[\d-]+)$/i

const isWhole = (value: string) => !/\{[{%]|[%}]\}/.test(value.replace(liquid, ''))
/** Names may stand behind the host, never in it. */
const isWeb = (value: string) => !/^[^/]*\/\/[^/?#]*\{/.test(value) && webAddress.test(value.replace(liquid, '-'))
const isAddress = (value: string) =>
  isWhole(value) && (wholeLink.test(value) || isWeb(value) || otherAddress.test(value))
/**
 * A picture is fetched as soon as the message is opened. At another host a merge field in its address would tell that host who opened it,
 * and what the company knows of them.
 */
const isPicture = (value: string, ownHost: string) =>
  isWhole(value) &&
  /^https:/i.test(value) &&
  isWeb(value) &&
  (!liquidMark.test(value) || new URL(value.replace(liquid, '-')).host === ownHost)

function attributesOf(tag: string, given: sanitize.Attributes, ownHost: string): sanitize.Attributes {
  const kept = Object.entries(given).filter(([name, value]) => {
    if (name === 'href') return isAddress(value)
    if (name === 'src') return isPicture(value, ownHost)
    return isWhole(value)
  })
  return { ...Object.fromEntries(kept), ...(tag === 'a' && { target: '_blank', rel: 'noopener noreferrer' }) }
}

/** Only what an editor makes: no scripts, no styles but alignment, no address that a customer's name could turn elsewhere or be sent to. */
export const cleanHtml = (html: string, ownHost: string) =>
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
    // The rules for addresses stand above; a scheme among Liquid is not what this would look for.
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nestingLimit: 30,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: attributesOf(tagName, attribs, ownHost) }),
    },
  }).trim()

const named: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
}

/** The same for readers without HTML; of cleaned HTML only. */
export const plainText = (html: string) =>
  html
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g, (_, href: string, words: string) =>
      words.replace(/<[^>]*>/g, '').trim() === href ? href : `${words} (${href})`,
    )
    .replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<li[^>]*>/g, '- ')
    .replace(/<(?:br|hr)[^>]*>|<\/(?:li|tr|div)>/g, '\n')
    .replace(/<\/(?:p|h[1-3]|ul|ol|blockquote|table)>/g, '\n\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => named[entity]!)
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
