import { expect, test } from 'vitest'
import type { Task } from '../contract/tasks.ts'
import { taskName } from './words.ts'

// What the program calls its tasks is read in the reader's language; what people call theirs is left alone.

const t = ((key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)) as never
const named = (Name: string, Because: Task['Because']) => taskName(t, { Name, Because })
const lowScore = (form: string) => ({ Code: 'lowScore', Values: { score: '3/10', form } })

test('a task of an occasion and one of a low score are named in the reader’s words', () => {
  const birthday = { Code: 'birthday', Values: { Date: '2026-03-18' } }
  expect(named('Birthday greetings', birthday)).toBe('tasks:programNames.birthday')
  expect(named('Low score 3/10: After your visit', lowScore('After your visit'))).toBe(
    'tasks:programNames.lowScore {"score":"3/10","form":"After your visit"}',
  )
})

test('a form’s name that was cut stays cut', () => {
  const form = 'Visit '.repeat(30).trim()
  const Name = `Low score 3/10: ${form}`.slice(0, 100)
  expect(named(Name, lowScore(form))).toContain(`"form":"${Name.slice('Low score 3/10: '.length)}"`)
})

test('a name that people wrote or changed is theirs', () => {
  expect(named('Birthday greetings', null)).toBe('Birthday greetings')
  const changed = 'Low score 3/10: ask Mei Ling first'
  expect(named(changed, lowScore('After your visit'))).toBe(changed)
  expect(named('Call about the survey', lowScore('After your visit'))).toBe('Call about the survey')
  expect(named('Golden wedding', { Code: 'importantDate', Values: { label: 'Golden wedding' } })).toBe('Golden wedding')
})
