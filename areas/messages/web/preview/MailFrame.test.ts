import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { payloads } from '#tests/factories/payloads.ts'
import { MessagePreviewFrame } from './MailFrame.tsx'

// The preview is the only frame with inline content (tests/repository.test.ts).

test('e-mail preview: the sandboxed frame allows no scripts, no forms and no origin', () => {
  const Html = payloads.join('\n')
  const markup = renderToStaticMarkup(
    createElement(MessagePreviewFrame, { message: { Subject: Html, Html, Text: Html, Language: 'en' } }),
  )
  const frames = markup.match(/<iframe[^>]*>/g)
  expect(frames).toHaveLength(1)
  expect(frames![0]).toMatch(/ sandbox=""/)
  for (const payload of payloads.filter((one) => one.includes('<'))) expect(markup).not.toContain(payload)
})
