import { expect, test } from 'vitest'
import { sanitizeHtml } from './html.ts'
import { createHtmlMail } from './page.ts'

const bodyIn = (html: string) => {
  const page = createHtmlMail(sanitizeHtml(html, 'carat.example'), 'en', 'Marketing')
  return /color:#222222;">([\s\S]*?)<\/div>\n<\/td>/.exec(page)![1]
}

test('e-mail layout: paragraphs and links have inline styles, and the alignment chosen in the editor applies', () => {
  expect(bodyIn('<p>a</p><p style="text-align:center">b &gt; c<br></p>')).toBe(
    '<p style="margin: 0 0 16px;">a</p><p style="margin: 0 0 16px; text-align:center;">b &gt; c<br /></p>',
  )
  expect(bodyIn('<a href="https://carat.example/?a=1&amp;b={{ Name }}">go</a><pre>x</pre>')).toBe(
    '<a href="https://carat.example/?a=1&amp;b={{ Name }}" target="_blank" rel="noopener noreferrer" style="color: #8a6d1f;">go</a>x',
  )
})

test('e-mail layout: an image is never wider than the message and keeps its proportions', () => {
  expect(bodyIn('<img src="https://carat.example/a.png" alt="1 > 0" width="900" height="300">')).toBe(
    '<img src="https://carat.example/a.png" alt="1 &gt; 0" width="900" style="max-width: 100%; height: auto;">',
  )
})

test('e-mail layout: a marketing message ends with an unsubscribe link, and a service message does not', () => {
  expect(createHtmlMail('', 'fr', 'Marketing')).toContain(
    '<a href="{{ UnsubscribeLink }}" style="color: #6b6b6b;">Se désabonner</a>',
  )
  expect(createHtmlMail('', 'fr', 'Service')).not.toContain('UnsubscribeLink')
})
