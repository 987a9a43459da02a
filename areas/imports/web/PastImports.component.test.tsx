import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fieldNames } from '#areas/custom-fields/contract/custom-fields.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf } from '#tests/components/server.ts'
import { getImport, listImportRows, listImports } from '../contract.ts'

test('past imports page: a failed row shows the name of its custom field, even if the field is inactive', async () => {
  const name = { CustomFieldCode: 'METAL', CustomFieldName: 'Favourite metal', ActiveYN: 'N' as const }
  answer(fieldNames, { count: 1, rows: [name] })
  answerList(listImports, 1, () => ({
    FileName: 'customers.csv',
    Kind: 'customers' as const,
    Status: 'Completed' as const,
  }))
  answer(getImport, replyOf(getImport, { Kind: 'customers', Status: 'Completed', Failed: 1 }))
  const fault = { Field: 'CustomValues.METAL', Value: 'Tin', Reason: 'not_allowed' }
  answerList(listImportRows, 1, () => ({ ...fault, Result: 'Failed' as const, Faults: [fault] }))
  await openPage('/imports?FileName=customers.csv')
  await button('More of customers.csv').first().click()
  const attention = page.getByRole('region', { name: 'Rows that need attention' })
  await expect.element(attention.getByRole('cell', { name: 'Favourite metal (inactive)', exact: true })).toBeVisible()
  await expect.element(attention).toMatchTextContent('Favourite metal (inactive) is not one of the values allowed: Tin')
  // The page scrolls to the top, because its header would cover part of the row and make it too small.
  window.scrollTo(0, 0)
  await expectAccessible()
})
