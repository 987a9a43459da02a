import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { profile } from '#areas/access/contract.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseAction, chooseOption, dialog, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  addSchedule,
  deleteSchedule,
  listScheduleRecipients,
  listScheduleSends,
  listSchedules,
  pauseSchedule,
  restoreSchedule,
  sendScheduleNow,
} from '../contract/schedules.ts'

const TITLE = 'Best customers of the month'

test('schedules page: a report is scheduled monthly from its page, with relative days and the user as recipient', async () => {
  const Username = replyOf(profile).user_info.username
  answerList(listScheduleRecipients, 2, (call) => (call === 1 ? { Username } : {}))
  answer(addSchedule, replyOf(addSchedule, { Title: TITLE }))
  await openPage('/reporting/customer-performance-report')
  await button('Schedule').click()
  await dialog().getByRole('textbox', { name: 'Report' }).fill(TITLE)
  await chooseOption(dialog().getByRole('combobox', { name: 'Days' }), 'Last 12 months')
  await chooseOption(dialog().getByRole('combobox', { name: 'When' }), 'Every month')
  await chooseOption(dialog().getByRole('combobox', { name: 'File type' }), 'CSV')
  await expectAccessible()
  await button('Save', dialog()).click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(requestsTo(addSchedule)).toMatchObject([
    {
      ...{ Title: TITLE, Format: 'CSV', Period: 'Last 12 Months', Cron: '0 8 1 * *' },
      ...{ FirstDayField: 'DateFrom', LastDayField: 'DateTo', Recipients: [Username] },
    },
  ])
  await button('See the scheduled reports').click()
  await expect.poll(() => location.pathname).toBe('/exports/scheduled')
})

test('schedules page: a schedule can be sent at once, paused, and deleted with an undo', async () => {
  const schedule = { ScheduleId: 1, Title: TITLE, Cron: '0 8 1 * *', Status: 'Active' as const, Message: null }
  answerList(listSchedules, 1, () => schedule)
  answerList(listScheduleSends, 1, () => ({ Outcome: 'Sent' as const }))
  answer(pauseSchedule, () => {
    answerList(listSchedules, 1, () => ({ ...schedule, Status: 'Paused' as const }))
    return replyOf(pauseSchedule, { ...schedule, Status: 'Paused' })
  })
  await openPage('/exports/scheduled')
  await expect.element(row(TITLE)).toMatchTextContent('Day 1 of each month, 08:00')
  await expectAccessible()
  await chooseAction(/^Actions for/, 'Send now')
  await expect.poll(() => requestsTo(sendScheduleNow)).toEqual([{ ScheduleId: 1 }])
  await chooseAction(/^Actions for/, 'Past runs')
  await expect.element(dialog().getByText('Sent', { exact: true }).first()).toBeVisible()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await chooseAction(/^Actions for/, 'Pause')
  await expect.element(row(TITLE)).toMatchTextContent('Paused')
  await chooseAction(/^Actions for/, 'Delete')
  await button('Delete', dialog()).click()
  await expect.poll(() => requestsTo(deleteSchedule)).toHaveLength(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => requestsTo(restoreSchedule)).toHaveLength(1)
})
