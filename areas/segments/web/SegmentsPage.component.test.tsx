import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf } from '#tests/components/server.ts'
import { listSegmentFields, listSegments, type Segment } from '../contract.ts'

const [field] = replyOf(listSegmentFields).rows

const Conditions: Segment['Conditions'] = {
  Match: 'All',
  Conditions: [
    { Field: 'sales.LastPurchase', Test: 'Longer ago', Values: ['365'], Unit: 'days' },
    { Field: 'customers.Birthday', Test: 'In the next', Values: ['30'], Unit: 'days' },
  ],
}

test('segments page: the conditions of each segment are described in words', async () => {
  answer(listSegmentFields, {
    count: 2,
    rows: [
      {
        ...field!,
        Field: 'sales.LastPurchase',
        Area: 'sales',
        Name: 'LastPurchase',
        Title: 'Last purchase',
        Kind: 'date',
      },
      { ...field!, Field: 'customers.Birthday', Area: 'customers', Name: 'Birthday', Title: 'Birthday', Kind: 'day' },
    ],
  })
  answerList(listSegments, 1, () => ({ Name: 'Gone for a year', Conditions }))
  await openPage('/campaign/segments')
  const row = page.getByRole('row', { name: /Gone for a year/ })
  await expect.element(row).toMatchTextContent(/365 days.* and .*30 days/)
})
