import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { payloads } from '#tests/factories/payloads.ts'
import { MailFrame } from './MailFrame.tsx'

// Abuse case 54. This is the only frame whose content is a text (tests/repository.test.ts).

test('a previewed e-mail stands in a frame that allows nothing: no scripts, no forms, no origin of ours', () => {
  const Html = payloads.join('\n')
  const markup = renderToStaticMarkup(
    createElement(MailFrame, { message: { Subject: Html, Html, Text: Html, Language: 'en' } }),
  )
  const frames = markup.match(/<iframe[^>]*>/g)
  expect(frames).toHaveLength(1)
  expect(frames![0]).toMatch(/ sandbox=""/)
  for (const payload of payloads.filter((one) => one.includes('<'))) expect(markup).not.toContain(payload)
})
