import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { button, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { findCustomerMessages } from '../../contract/sending.ts'
import { getTemplate, listTemplates } from '../../contract/templates.ts'

test('send page: a template chosen on the page is sent to the customers selected in a list', async () => {
  answerList(listCustomers, 2, (position) => ({
    CustomerId: position + 1,
    FullName: ['TAN WEI LING', 'LIM'][position]!,
  }))
  answerList(listTemplates, 1, () => ({ TemplateId: 4, Name: 'Service reminder', Status: 'Active' as const }))
  answer(getTemplate, ({ TemplateId }) =>
    replyOf(getTemplate, { TemplateId, Name: 'Service reminder', Status: 'Active' }),
  )
  const [message] = replyOf(findCustomerMessages).rows
  answer(findCustomerMessages, {
    ...replyOf(findCustomerMessages),
    count: 2,
    rows: [1, 2].map((CustomerId) => ({
      ...message!,
      ...{
        CustomerId,
        TemplateId: 4,
        Recipient: `person${CustomerId}@mail.example`,
        Blocked: null,
        Missing: [],
        MessageId: null,
      },
    })),
  })
  await openPage('/registration/customers')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await button('Send a message…').click()
  await chooseOption(page.getByRole('combobox', { name: 'Template' }), 'Service reminder')
  await expect.element(page.getByRole('list', { name: 'Customers' }).getByText('person2@mail.example')).toBeVisible()
  await button('Send to 2 customers').click()
  await button('Send to 2 customers', dialog()).click()
  await expect
    .poll(() => requestsTo(findCustomerMessages).at(-1))
    .toMatchObject({ TemplateId: 4, CustomerId: [1, 2], Option: 'Send' })
})
