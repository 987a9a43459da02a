import { describe, expect, test } from 'vitest'
import * as approvalMails from '#areas/approvals/server/mails.ts'
import { type MailText, mailLanguages } from '#kit/server/mail-texts.ts'
import * as accountMails from './mails.ts'

const mails = Object.entries({ ...accountMails, ...approvalMails }).filter(
  (entry): entry is [string, MailText] => typeof entry[1] === 'object',
)
const valuesIn = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

describe.each(mails)('account message %s', (_, text) => {
  test.each(mailLanguages)(
    'account messages: the text in %s uses the same placeholders as the English text',
    (language) => {
      expect(valuesIn(text[language].body)).toEqual(valuesIn(text.en.body))
      expect(valuesIn(text[language].subject)).toEqual(valuesIn(text.en.subject))
    },
  )

  test('account messages: French, Chinese and Japanese texts follow the punctuation of their language', () => {
    const fullText = (language: 'fr' | 'zh' | 'ja') => `${text[language].subject}\n${text[language].body}`
    expect(fullText('fr')).not.toMatch(/(?<!\u202f)[;!?]|[^\u00a0]:(?!\/)(?=\s|$)|\p{L}'\p{L}|veuillez/iu)
    expect(fullText('zh')).not.toMatch(/[\u3400-\u9fff][,;:?!A-Za-z0-9{]|[A-Za-z0-9}][\u3400-\u9fff]/)
    expect(fullText('ja')).not.toMatch(
      /[\u3041-\u30fa\u3400-\u9fff][:?!A-Za-z0-9{]|[A-Za-z0-9}][\u3041-\u30fa\u3400-\u9fff]/,
    )
  })
})
