import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { profile } from '#areas/access/contract.ts'
import { listStaffs } from '#areas/staff/contract.ts'
import { openPage } from '#tests/components/open.tsx'
import { answerList, replyOf } from '#tests/components/server.ts'

const StaffId = replyOf(profile).user_info.staff!.id

const openAs = async (seller: { StaffId: number }) => {
  answerList(listStaffs, 1, () => ({ ...seller, SalesPersonCode: 'S7', FullName: 'LIM MEI LAN' }))
  await openPage('/transactions/add', { as: 'outlet' })
  return page.getByRole('main')
}

test('sale entry page: the salesperson is preset to the signed-in user if this user sells at the outlet', async () => {
  await expect.element(await openAs({ StaffId })).toMatchTextContent('Lim Mei Lan')
})

test('sale entry page: the salesperson is empty for a user who does not sell', async () => {
  const main = await openAs({ StaffId: StaffId + 1 })
  await expect.element(main.getByRole('combobox', { name: 'Salesperson' })).toBeVisible()
  await expect.element(main).not.toMatchTextContent('Lim Mei Lan')
})
