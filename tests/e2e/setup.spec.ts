import type { Locator, Page } from '@playwright/test'
import { unique } from './api.ts'
import { expectAccessible, expectLoaded } from './expectations.ts'
import { expect, test } from './staff.ts'

// Setup screens from their search to the question before a delete, in the words of the specification. How they look when
// they open, pages.spec.ts judges.

type Screen = {
  path: string
  /** The button in the header, and the title of what it opens. */
  add: string
  edit: string
  /** The field by which it is known, in the search and in the form. */
  key: string
  /** As typed, and as it is kept. */
  typed: (code: string) => [typed: string, kept: string]
  /** The title of what the button opens, where it differs from the button. */
  adding?: string
  /** What an empty form says. */
  missing: RegExp[]
  /** What stands in a new form before anything was typed: a choice, or whether a switch is on. */
  usual?: [label: string, value: string | boolean][]
  fill: (form: Locator, page: Page) => Promise<unknown>
  /** What cannot be changed once the record exists. */
  fixed?: string
  created: string
  /** Search, edit and delete are one component for all screens, so they are tested on two. */
  whole?: { change: [label: string, value: string]; updated: string; deleted: string; question: RegExp }
}

const choose = async (page: Page, form: Locator, label: string, option: string) => {
  await form.getByRole('combobox', { name: label }).click()
  await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click()
}
/** What a select shows as chosen. */
const chosen = (form: Locator, label: string) =>
  form
    .locator('.ant-select')
    .filter({ has: form.page().getByRole('combobox', { name: label }) })
    .locator('.ant-select-content')
const raised = (code: string): [string, string] => [code.toLowerCase(), code]

const screens: Screen[] = [
  {
    path: '/setup/card-group',
    add: 'Add Card Group',
    edit: 'Edit Card Group',
    key: 'Name',
    typed: (code) => [`Club ${code}`, `Club ${code}`],
    missing: [/Please input name\./, /Please input description\./],
    fill: (form) => form.getByLabel('Description').fill('For everybody'),
    created: 'The card group has been created',
    whole: {
      change: ['Description', 'For a few'],
      updated: 'The card group has been updated',
      deleted: 'The card group has been deleted',
      question: /^Delete the card group /,
    },
  },
  {
    path: '/setup/task-group',
    add: 'Add Task Group',
    edit: 'Edit Task Group',
    key: 'Code',
    typed: raised,
    missing: [/Please input Code\./],
    usual: [['Status', 'Active']],
    fill: async (form) => {
      await form.getByLabel('Name', { exact: true }).fill('Calls')
      await form.getByLabel('Description').fill('To call')
    },
    fixed: 'Code',
    created: 'The task group has been created',
  },
  {
    path: '/setup/stock-group',
    add: 'Add Stock Group',
    edit: 'Edit Stock Group',
    key: 'Code',
    typed: raised,
    missing: [/Required/],
    fill: (form) => form.getByLabel('Name').fill('Diamonds'),
    fixed: 'Code',
    created: 'The stock group has been created',
  },
  {
    path: '/setup/activity-type',
    add: 'Add Activity Type',
    edit: 'Edit Activity Type',
    key: 'Activity code',
    typed: raised,
    missing: [/Required/],
    usual: [
      ['Auto Synchronization', false],
      ['Status', 'Active'],
    ],
    fill: (form) => form.getByLabel('Description').fill('Cleaning of a ring'),
    fixed: 'Activity code',
    created: 'Create Activity Type Success',
  },
  {
    path: '/setup/custom-field',
    add: 'Add Custom Field',
    adding: 'Create New Custom Field',
    edit: 'Edit Custom Field',
    key: 'Code',
    typed: raised,
    missing: [/Required/],
    usual: [
      ['Object type', 'Customer'],
      ['Mandatory', true],
      ['Auto Synchronization', true],
      ['Status', 'Active'],
    ],
    fill: async (form, page) => {
      await form.getByLabel('Field name').fill('Length of a chain')
      await choose(page, form, 'Object type', 'Rewards')
      await choose(page, form, 'Field type', 'Number')
      // Not mandatory: others make rewards on this server, too.
      await form.getByRole('switch', { name: 'Mandatory' }).click()
      await form.getByLabel('Sequence No').pressSequentially('7x0')
      await expect(form.getByLabel('Sequence No')).toHaveValue('70')
    },
    created: 'The custom field has been created',
    whole: {
      change: ['Field name', 'Length of a necklace'],
      updated: 'The custom field has been updated',
      deleted: 'The custom field has been deleted',
      question: /^Delete the custom field /,
    },
  },
  {
    path: '/setup/lead-source',
    add: 'Add Lead Source',
    adding: 'Create Lead Source',
    edit: 'Edit Lead Source',
    key: 'Code',
    typed: raised,
    missing: [/Required/],
    usual: [['Status', 'Active']],
    fill: async (form, page) => {
      await form.getByLabel('Name').fill('Fair of the test')
      await choose(page, form, 'Type', 'Non-Event')
    },
    fixed: 'Code',
    created: 'Lead Source successfully created',
  },
]

for (const screen of screens)
  test(`${screen.path}: ${screen.whole ? 'added, found, changed and deleted after a question' : 'added with its usual values and found, and its key is fixed'}`, {
    tag: screen.whole ? [] : '@all',
  }, async ({ staffPage }) => {
    const page = await staffPage('hq')
    const [typed, kept] = screen.typed(`S${unique().slice(-7)}`)
    await page.goto(screen.path)
    await expectLoaded(page)

    await page.getByRole('button', { name: screen.add }).click()
    const adding = page.getByRole('dialog', { name: screen.adding ?? screen.add })
    for (const [label, value] of screen.usual ?? [])
      if (typeof value === 'string') await expect(chosen(adding, label)).toHaveText(value)
      else await expect(adding.getByRole('switch', { name: label })).toBeChecked({ checked: value })
    // No record is without a status: it can be chosen, and not be emptied.
    await expect(adding.getByRole('button', { name: 'Clear' })).toHaveCount(0)
    await adding.getByRole('button', { name: 'Save' }).click()
    for (const text of screen.missing) await expect(adding.getByText(text).first()).toBeVisible()
    const box = adding.getByLabel(screen.key, { exact: true })
    await box.pressSequentially(typed)
    await expect(box).toHaveValue(kept)
    await screen.fill(adding, page)
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(screen.created)).toBeVisible()
    await expect(adding).toBeHidden()
    const row = page.getByRole('row').filter({ hasText: kept })
    const menu = async (item: string) => {
      await row.getByRole('button', { name: /^Actions for/ }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }

    // The search stands above the rows, can be folded away and says so.
    const section = page.getByRole('button', { name: /^SEARCH SECTION/ })
    await expect(section).toHaveAttribute('aria-expanded', 'true')
    await section.click()
    await expect(section).toHaveAttribute('aria-expanded', 'false')
    await section.click()
    const search = page.getByRole('search')
    await search.getByLabel(screen.key, { exact: true }).fill(typed)
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()

    await menu('Edit')
    const editing = page.getByRole('dialog', { name: screen.edit })
    if (screen.fixed) await expect(editing.getByLabel(screen.fixed, { exact: true })).not.toBeEditable()
    if (!screen.whole) return

    const { change, updated, deleted, question } = screen.whole
    await editing.getByLabel(change[0], { exact: true }).fill(change[1])
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(updated)).toBeVisible()
    await expect(row).toContainText(new RegExp(change[1], 'i'))

    await menu('Delete')
    const asked = page.getByRole('dialog', { name: question })
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Cancel' }).click()
    await expect(row).not.toContainText('Deleted')
    await menu('Delete')
    await asked.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText(deleted)).toBeVisible()
    // A deleted row stays where it was for the moment, and nothing can be done with it.
    await expect(row).toContainText('Deleted')
    await expect(row.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  })

test('/setup/card-category: added on its page, found, changed and deleted after a question', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const code = `T${unique().slice(-7)}`
  await page.goto('/setup/card-category')
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Add Card Category' }).click()
  await expect(page).toHaveURL(/\/setup\/card-category\/add$/)
  await expect(page.getByRole('heading', { name: 'Add', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await choose(page, page.getByRole('main'), 'Card group', 'Jewel Club')
  await page.getByLabel('Code').pressSequentially(code.toLowerCase())
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByLabel('Name').fill(`Pearl ${code}`)
  await page.getByRole('button', { name: '#1f7a5c' }).click()
  await page.getByLabel('Level sequence').fill('60')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The card category has been created')).toBeVisible()

  await expect(page.getByRole('heading', { name: `Pearl ${code}` }).first()).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Edit' }).first().click()
  const editing = page.getByRole('dialog', { name: 'Edit Card Category' })
  await expect(editing.getByLabel('Code', { exact: true })).toHaveCount(0)
  await expect(editing.getByText(`Code ${code} and card group`)).toBeVisible()
  await editing.getByLabel('Name').fill(`Moon ${code}`)
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The card category has been updated')).toBeVisible()

  await page.goto('/setup/card-category')
  const search = page.getByRole('search')
  await search.getByLabel('Code', { exact: true }).fill(code)
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: `Moon ${code}` })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog', { name: /^Delete the card category / })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('The card category has been deleted')).toBeVisible()
  await expect(row).toContainText('Deleted')
})

test('/setup/voucher-listing: a voucher is found and deleted after a question', async ({ staffPage }) => {
  const page = await staffPage('hq')
  const number = `LIST${unique()}`
  await page.goto('/imports?kind=vouchers')
  await expectLoaded(page)
  const file = `VoucherNo,SecurityCode,VoucherType,Value,ExpiryDate\n${number},CODE1,G,100,31/12/2030\n`
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'one.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.getByRole('button', { name: 'Check without saving' }).click()
  await page.getByRole('button', { name: 'Run the import' }).click()
  await expect(page.getByText('Upload completed. Total 1 record has been uploaded successfully.')).toBeVisible()

  await page.goto('/setup/voucher-listing')
  await expectLoaded(page)
  await expect(page.getByRole('button', { name: /^SEARCH SECTION/ })).toHaveAttribute('aria-expanded', 'true')
  const search = page.getByRole('search')
  await search.getByLabel('Voucher no.').pressSequentially(number.toLowerCase())
  await expect(search.getByLabel('Voucher no.')).toHaveValue(number)
  await search.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: number })
  const remove = async () => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
  }
  await remove()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText(number)
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).not.toContainText('Deleted')
  await remove()
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Voucher successfully deleted')).toBeVisible()
  await expect(row).toContainText('Deleted')
})

test('/rewards/contact-templates: a template is found, opened and deleted after a question', { tag: '@all' }, async ({
  staffPage,
}) => {
  const page = await staffPage('hq')
  const name = `Journey ${unique()}`
  await page.goto('/rewards/contact-templates')
  await expectLoaded(page)
  await page.getByRole('button', { name: /Create Template/ }).click()
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Required').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: /^Subject, / }).fill('Your visit')
  await page.getByRole('textbox', { name: /^Message, / }).fill('Thank you')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} created` })).toBeVisible()

  await page.goto(`/rewards/contact-templates?Name=${encodeURIComponent(name)}`)
  await expect(page.getByText('Displaying records 1-1 of 1 items')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const asked = page.getByRole('dialog').filter({ hasText: name })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status').filter({ hasText: `${name} deleted` })).toBeVisible()
  await expect(row).toContainText('Deleted')
})
