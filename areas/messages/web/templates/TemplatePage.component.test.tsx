import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Refusal } from '#kit/contract/refusal.ts'
import { button, chooseAction, chooseOption, dialog } from '#tests/components/locators.ts'
import { openPage } from '#tests/components/open.tsx'
import { answer, answerList, replyOf, requestsTo } from '#tests/components/server.ts'
import {
  addTemplate,
  deleteTemplate,
  getTemplate,
  getTemplateOptions,
  listTemplates,
} from '../../contract/templates.ts'

const { Names } = replyOf(getTemplateOptions)
const options = replyOf(getTemplateOptions, {
  Names: [{ ...Names[0]!, Name: 'FullName', Title: null, Kind: 'text', Group: 'Customer', Events: [], AlwaysYN: 'Y' }],
  ...{ Languages: ['en', 'zh', 'fr'], DefaultLanguage: 'en' },
})

const ADD = '/rewards/contact-templates/add'
const editor = (box: 'Subject' | 'Message') => page.getByRole('textbox', { name: new RegExp(`^${box}, `) })
const languages = () => page.getByRole('group', { name: 'Languages' })

async function type(box: 'Subject' | 'Message', words: string) {
  await editor(box).click()
  await userEvent.keyboard(words)
}

test('template page: each missing part is marked at its text, and a complete template is saved', async () => {
  answer(getTemplateOptions, options)
  answer(addTemplate, ({ Name, Texts }) =>
    Texts?.some(({ Subject }) => !Subject)
      ? new Refusal(409, 'messages.no_subject', 'The subject is missing ({Language})', { params: { Language: 'fr' } })
      : replyOf(addTemplate, { TemplateId: 1, Name }),
  )
  answer(getTemplate, replyOf(getTemplate, { TemplateId: 1, Name: 'Half written' }))
  await openPage(ADD)
  await button('Save').click()
  await expect.element(page.getByText('Required').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Half written')
  await chooseOption(page.getByRole('combobox', { name: 'Status' }), 'Active')
  await type('Subject', 'Good morning')
  await type('Message', 'Dear customer')
  await languages()
    .getByRole('button', { name: /^Français/ })
    .click()
  await type('Message', 'Cher client')
  await expect.element(languages().getByRole('button', { name: /incomplete$/ })).toMatchTextContent('Français')
  await languages()
    .getByRole('button', { name: /^English/ })
    .click()
  await button('Save').click()

  await expect.element(languages().getByRole('button', { name: /^Français/ })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(editor('Subject')).toHaveFocus()
  await expect.element(editor('Subject')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(editor('Subject')).toHaveAccessibleDescription(/^The subject is missing/)
  await expect.element(editor('Message')).not.toHaveAttribute('aria-invalid', 'true')
  await userEvent.keyboard('Bonjour')
  await expect.element(editor('Subject')).toMatchTextContent('Bonjour')
  await expect.element(editor('Subject')).not.toHaveAttribute('aria-invalid', 'true')
  await button('Save').click()
  await expect.poll(() => requestsTo(addTemplate).at(-1)).toMatchObject({ Name: 'Half written', Status: 'Active' })
  await expect.element(page.getByRole('status').filter({ hasText: 'Half written created' })).toBeVisible()
})

test('template page: a merge field is a chip that is inserted and deleted as a whole', async () => {
  answer(getTemplateOptions, options)
  await openPage(ADD)
  await type('Message', 'Dear ')
  const insert = async () => {
    await page
      .getByRole('toolbar', { name: /: Message, / })
      .getByRole('button', { name: 'Insert field' })
      .click()
    await page.getByRole('menuitem', { name: 'Full name' }).click()
  }
  await insert()
  const chip = editor('Message').getByRole('img', { name: 'Field: Full name' })
  await expect.element(chip).toBeVisible()
  await editor('Message').click()
  await userEvent.keyboard('{End}{Backspace}{Backspace}')
  await expect.element(chip).not.toBeInTheDocument()
  await insert()
  await expect.element(chip).toBeVisible()
})

test('template list page: the confirmation of a deletion names the template', async () => {
  answerList(listTemplates, 1, () => ({ TemplateId: 1, Name: 'Service reminder', Status: 'Active' as const }))
  answer(deleteTemplate, replyOf(deleteTemplate, { Name: 'Service reminder', Status: 'Deleted' }))
  await openPage('/rewards/contact-templates')
  await chooseAction('Service reminder', 'Delete')
  await expect.element(dialog()).toMatchTextContent('Service reminder')
  await button('Delete', dialog()).click()
  await expect.element(page.getByRole('status').filter({ hasText: 'Service reminder deleted' })).toBeVisible()
})
