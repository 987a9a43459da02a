import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

// Locators for the parts of a page that most component tests use.

type Within = Pick<Locator, 'getByRole'>

export const button = (name: string | RegExp, within: Within = page) =>
  within.getByRole('button', { name, exact: true })

export const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name })

/** The row of a list that contains this text. */
export const row = (text: string) => page.getByRole('row').filter({ hasText: text })

/** Chooses an entry from the action menu of a row or of a record's page. */
export async function chooseAction(recordName: string | RegExp, entry: string): Promise<void> {
  const name = typeof recordName === 'string' ? `Actions for ${recordName}` : recordName
  await page.getByRole('button', { name }).click()
  const find = () => findByText('.ant-dropdown:not(.ant-dropdown-hidden) [role="menuitem"]', entry)
  await expect.poll(find, { message: `action ${entry}` }).toBeDefined()
  await userEvent.click(find()!)
}

function findByText(selector: string, text: string): Element | undefined {
  const elements = [...document.querySelectorAll(selector)]
  return (
    elements.find(({ textContent }) => textContent === text) ??
    elements.find(({ textContent }) => textContent.includes(text))
  )
}

const OPEN_OPTIONS = '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option'

/** Chooses an option of a select. */
export async function chooseOption(select: Locator, option: string): Promise<void> {
  await select.click()
  await userEvent.click(await findOption(option))
}

/** An option of the select that is open. */
export async function findOption(option: string): Promise<Element> {
  const find = () => findByText(OPEN_OPTIONS, option)
  await expect.poll(find, { message: `option ${option}` }).toBeDefined()
  return find()!
}

/** Moves the focus out of all fields, so that single keys act as shortcuts. */
export const focusMain = (): void => document.querySelector<HTMLElement>('main')!.focus()

/**
 * Enters text into the focused field at once, because keys at the speed of a test would count as a scan.
 * Waits for the focus first, which a dialog moves to its first field in the next frame.
 */
export async function typeText(text: string): Promise<void> {
  const isFieldFocused = () => document.activeElement?.matches('input, textarea') === true
  await expect.poll(isFieldFocused, { message: 'a field has the focus' }).toBe(true)
  await userEvent.fill(document.activeElement!, text)
}
