import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { addActivity } from '#areas/activities/contract/activities.ts'
import { activityTypes } from '#areas/activities/contract/records.ts'
import { addAuditLog, listAuditLog, listAuditRecords, NOTE_LOG_ACTION } from '#areas/audit/contract.ts'
import { getListItems } from '#areas/setup/contract.ts'
import { Refusal } from '#kit/contract/refusal.ts'
import { expectAccessible } from '#tests/components/accessibility.ts'
import { button, chooseAction, chooseOption, dialog, focusMain, row } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import { addAmendment, listAmendments, reviewAmendment } from '../contract/amendments.ts'
import {
  getConsentWording,
  listConsentWordings,
  publishConsentWording,
  wordingRefusals,
} from '../contract/consent-wordings.ts'
import { addConsent, listConsents } from '../contract/consents.ts'
import { getCustomer } from '../contract/customers.ts'

/** An error reply from a gateway between browser and server. */
const gatewayError = new Refusal(404, 'kit.unsaid', 'An error occured')
const failure = () => page.getByRole('alert').filter({ hasText: 'An error occured' })
const customer = replyOf(getCustomer, { CustomerId: 1, FullName: 'TAN WEI LING', Status: 'Active' })

test('add customer page: a select shows an error if its options fail to load', async () => {
  answer(getListItems, gatewayError)
  await openPage('/registration/customers/add')
  await button('More details and address').click()
  await page.getByRole('combobox', { name: 'Salutation' }).click()
  const options = () => document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')?.textContent
  await expect.poll(options).toMatch(/List Failed.*An error occured/)
  await userEvent.keyboard('{Escape}')
  await expectAccessible()
})

test('add customer page: consents cannot be ticked while their wordings have not loaded', async () => {
  answer(getConsentWording, gatewayError)
  await openPage('/registration/customers/add')
  await expect.element(failure()).toBeVisible()
  const consent = page.getByRole('checkbox', { name: /^I agree that my details are stored/ })
  await expect.element(consent).not.toBeInTheDocument()
  const Service = { en: 'I agree that my details are stored', zh: '同意', fr: 'J’accepte', ja: '同意' }
  answer(getConsentWording, replyOf(getConsentWording, { Service }))
  await failure().getByRole('button', { name: 'Try again' }).click()
  await expect.element(consent).toBeVisible()
})

test('customer page: an invalid change request shows its error in the dialog, and a valid one waits for review', async () => {
  answer(getCustomer, customer)
  answer(addAmendment, new Refusal(409, 'customers.nothing_changes', 'The profile already has this value'))
  await openPage('/customers/1')
  await chooseAction('TAN WEI LING', 'Request change')
  const form = dialog('Request a change for TAN WEI LING')
  await form.getByLabelText('Full name').fill('TAN WEI LIN')
  await expectAccessible()
  await button('Request change', form).click()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Create Profile Updated History Failed')
  await expect.element(form.getByRole('alert')).toMatchTextContent('The profile already has this value')
  answer(addAmendment, replyOf(addAmendment))
  await form.getByLabelText('Remark').fill('Her passport was shown')
  await button('Request change', form).click()
  await expect.element(page.getByText('The change is pending review')).toBeVisible()
  expect(requestsTo(addAmendment).at(-1)).toMatchObject({
    ...{ CustomerId: 1, FullName: 'TAN WEI LIN', Remark: 'Her passport was shown' },
  })
})

test('amendments page: ticked fields are restored after a confirmation, and the key R ticks all fields', async () => {
  const amendments = ['TAN WEI LING', 'LIM CHEE KEONG'].map((FullName, position) => ({
    ...replyOf(listAmendments).rows[0]!,
    ...{
      HistoryId: position + 1,
      FullName,
      ReviewYN: 'Y' as const,
      MayReviewYN: 'Y' as const,
      AppliedYN: 'Y' as const,
    },
    ...{ ReviewedDate: null, ReviewedBy: null },
    Fields: [
      { FieldName: 'Gender', Previous: 'Female', Updated: 'Male', Outcome: null },
      { FieldName: 'DateOfBirth', Previous: '1990-02-03', Updated: '1991-02-03', Outcome: null },
    ],
  }))
  answer(listAmendments, ({ Search: { HistoryId } = {} }) => {
    const rows = amendments.filter((amendment) => !HistoryId || amendment.HistoryId === HistoryId)
    return { count: rows.length, rows }
  })
  await openPage('/member/profile-amendment-review')
  const review = page.getByRole('region', { name: 'Tan Wei Ling' })
  await expect.element(review.getByRole('table')).toMatchTextContent('03/02/1991')
  await expectAccessible()
  await review.getByRole('checkbox', { name: 'Restore: Date of birth' }).click()
  await button('Restore and mark as reviewed', review).click()
  const question = dialog(/Tan Wei Ling/)
  await expect.element(question).toMatchTextContent('Date of birth')
  await button('Restore and mark as reviewed', question).click()
  await expect.element(page.getByText('Review Profile Updated History success')).toBeVisible()
  await expect.element(review.getByRole('table')).toBeVisible()
  expect(requestsTo(reviewAmendment)).toMatchObject([{ HistoryId: 1, Restore: ['DateOfBirth'] }])

  await userEvent.keyboard('j')
  const next = page.getByRole('region', { name: 'Lim Chee Keong' })
  await expect.element(next.getByRole('table')).toMatchTextContent('Female')
  focusMain()
  await userEvent.keyboard('r')
  await userEvent.keyboard('a')
  await expect.element(button('Restore and mark as reviewed', next)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await button('Restore and mark as reviewed', dialog()).click()
  await expect.element(next).toMatchTextContent('Reviewed, former values restored')
  expect(requestsTo(reviewAmendment)[1]).toMatchObject({
    HistoryId: 2,
    Restore: expect.arrayContaining(['Gender', 'DateOfBirth']),
  })
})

test('customer page: the history shows each field before and after a change, and staff can add a note', async () => {
  answer(getCustomer, customer)
  answerList(listAuditRecords, 1, () => ({
    ...{ ObjectType: 'Customer', ObjectId: '1', ActionType: 'Update' as const, UpdatedFieldName: 'PreferredName' },
    ...{ PreviousInfo: 'Wei', UpdatedInfo: 'Ling', UpdatedBy: 'Aisyah', OutletCode: 'HQ' },
  }))
  await openPage('/customers/1')
  await chooseAction('TAN WEI LING', 'History')
  const drawer = dialog('History of TAN WEI LING')
  const newest = drawer.getByRole('list', { name: 'Changes' }).getByRole('listitem').first()
  await expect.element(newest).toMatchTextContent('Preferred name')
  await expect.element(newest).toMatchTextContent('Before: Wei')
  await expect.element(newest).toMatchTextContent('After: Ling')
  await expect.element(newest).toMatchTextContent('Aisyah, HQ')
  await expectAccessible()
  await drawer.getByRole('tab', { name: 'Log' }).click()
  await drawer.getByRole('textbox', { name: 'Note' }).fill('Prefers the evening')
  answerList(listAuditLog, 1, () => ({ ActionType: NOTE_LOG_ACTION, LogText: 'Prefers the evening' }))
  await button('Add note', drawer).click()
  await expect.element(drawer.getByRole('list', { name: 'Log' })).toMatchTextContent('Prefers the evening')
  await expectAccessible()
  expect(requestsTo(addAuditLog)).toEqual([{ ObjectType: 'Customer', ObjectId: '1', LogText: 'Prefers the evening' }])
})

test('customer page: above the timeline, staff can record a note or a call', async () => {
  answer(getCustomer, customer)
  answerList(activityTypes.list, 1, () => ({ ActivityCode: 'CALL', Description: 'Call' }))
  await openPage('/customers/1')
  await button('Write a note or log a call').click()
  const form = dialog('Add activity')
  await chooseOption(form.getByRole('combobox'), 'Call')
  await form.getByRole('textbox').fill('Asked for the bridal catalogue')
  await expectAccessible()
  await button('Save', form).click()
  await expect
    .poll(() => requestsTo(addActivity))
    .toMatchObject([{ CustomerId: 1, ActivityCode: 'CALL', ActivityLog: 'Asked for the bridal catalogue' }])
})

test('customer page: the history of consents shows wording and language, and staff record the language they read out', async () => {
  answer(getCustomer, { ...customer, Consents: [] })
  answerList(listConsents, 1, () => ({
    ...{ Channel: 'Mail' as const, Source: 'Self-service', WordingVersion: '3', WordingLanguage: 'fr' as const },
    Wording: { fr: 'J’accepte le courrier' },
  }))
  answer(getConsentWording, {
    ...replyOf(getConsentWording),
    Version: '3',
    Call: { en: 'Call me', zh: '电话', fr: 'Appel', ja: '電話' },
  })
  await openPage('/customers/1')
  await button('History').first().click()
  await expect.element(dialog().getByText(/^Self-service, wording 3, read in French/)).toBeVisible()
  await expect.element(dialog().getByText('J’accepte le courrier')).toBeVisible()
  await expectAccessible()
  await button('Close', dialog()).first().click()

  await page.getByRole('button', { name: /^Phone call/ }).click()
  await expect.element(dialog().getByText('Call me')).toBeVisible()
  await chooseOption(dialog().getByRole('combobox', { name: 'Language of the wording' }), '中文')
  await expect.element(dialog().getByText('电话')).toBeVisible()
  await expectAccessible()
  await button('Save', dialog()).click()
  await expect.element(page.getByText('The consent has been recorded')).toBeVisible()
  expect(requestsTo(addConsent)).toMatchObject([{ Channel: 'Call', WordingVersion: '3', WordingLanguage: 'zh' }])
})

test('consent wordings page: an error names the missing text, and a new version starts from the current text', async () => {
  answerList(listConsentWordings, 2, (position) => ({ PresentYN: position === 0 ? ('Y' as const) : ('N' as const) }))
  answer(getConsentWording, {
    ...replyOf(getConsentWording),
    Version: '3',
    Mail: { en: 'by post', zh: '邮寄', fr: 'par courrier', ja: '郵便' },
  })
  await openPage('/settings/consent-wordings')
  await expect.element(row('Present')).toBeVisible()
  await expect.element(row('Earlier')).toBeVisible()
  await page.getByRole('button', { name: /^New Wording/ }).click()
  const letters = page.getByLabelText('Post', { exact: true })
  await expect.element(letters).toHaveValue('by post')
  await letters.fill('')
  answer(publishConsentWording, wordingRefusals.incomplete({ Channel: 'Mail', Language: 'en' }))
  await button('Publish').click()
  await expect.element(page.getByText('A wording is missing: Post, English')).toBeVisible()
  answer(publishConsentWording, replyOf(publishConsentWording))
  await letters.fill('We write letters')
  await button('Français').click()
  await expect.element(letters).toHaveValue('par courrier')
  await button('Publish').click()
  await expect.element(page.getByText('The wording has been published')).toBeVisible()
  expect(requestsTo(publishConsentWording).at(-1)).toMatchObject({
    Mail: { en: 'We write letters', fr: 'par courrier' },
  })
})
