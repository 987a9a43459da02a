import { expect, test } from 'vitest'
import type { Task } from '../contract/tasks.ts'
import { translateTaskName } from './words.ts'

// Generated names are translated, but names written by people are not.

const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as never
const displayName = (Name: string, Because: Task['Because']) => translateTaskName(t, { Name, Because })
const lowScore = (form: string) => ({ Code: 'lowScore', Values: { score: '3/10', form } })

test('task name: the generated names for occasions and low scores are translated', () => {
  const birthday = { Code: 'birthday', Values: { Date: '2026-03-18' } }
  expect(displayName('Birthday greetings', birthday)).toBe('tasks:programNames.birthday')
  expect(displayName('Low score 3/10: After your visit', lowScore('After your visit'))).toBe(
    'tasks:programNames.lowScore {"score":"3/10","form":"After your visit"}',
  )
})

test('task name: a form name that was shortened is shown shortened', () => {
  const form = 'Visit '.repeat(30).trim()
  const Name = `Low score 3/10: ${form}`.slice(0, 100)
  expect(displayName(Name, lowScore(form))).toContain(`"form":"${Name.slice('Low score 3/10: '.length)}"`)
})

test('task name: a name that staff wrote or changed is not translated', () => {
  expect(displayName('Birthday greetings', null)).toBe('Birthday greetings')
  const changed = 'Low score 3/10: ask Mei Ling first'
  expect(displayName(changed, lowScore('After your visit'))).toBe(changed)
  expect(displayName('Call about the survey', lowScore('After your visit'))).toBe('Call about the survey')
  expect(displayName('Golden wedding', { Code: 'importantDate', Values: { label: 'Golden wedding' } })).toBe(
    'Golden wedding',
  )
})
