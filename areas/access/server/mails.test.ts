import { describe, expect, test } from 'vitest'
import * as approvalMails from '#areas/approvals/server/mails.ts'
import { type MailText, mailLanguages } from '#kit/server/mail-texts.ts'
import * as accountMails from './mails.ts'

const mails = Object.entries({ ...accountMails, ...approvalMails }).filter(
  (entry): entry is [string, MailText] => typeof entry[1] === 'object',
)
const valuesIn = (text: string) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

describe.each(mails)('the message %s', (_, text) => {
  test.each(mailLanguages)('names in %s what it names in English', (language) => {
    expect(valuesIn(text[language].body)).toEqual(valuesIn(text.en.body))
    expect(valuesIn(text[language].subject)).toEqual(valuesIn(text.en.subject))
  })

  test('is written as French, Chinese and Japanese are', () => {
    const said = (language: 'fr' | 'zh' | 'ja') => `${text[language].subject}\n${text[language].body}`
    expect(said('fr')).not.toMatch(/(?<!\u202f)[;!?]|[^\u00a0]:(?!\/)(?=\s|$)|\p{L}'\p{L}|veuillez/iu)
    expect(said('zh')).not.toMatch(/[\u3400-\u9fff][,;:?!A-Za-z0-9{]|[A-Za-z0-9}][\u3400-\u9fff]/)
    expect(said('ja')).not.toMatch(
      /[\u3041-\u30fa\u3400-\u9fff][:?!A-Za-z0-9{]|[A-Za-z0-9}][\u3041-\u30fa\u3400-\u9fff]/,
    )
  })
})
