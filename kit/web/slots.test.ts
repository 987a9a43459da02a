import { type ComponentType, createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  ContributionsContext,
  collectContributions,
  defineService,
  defineSlot,
  SlotParts,
  useService,
  useSlot,
} from './slots.ts'

const names = defineSlot<string>('test.names')
const greeting = defineService<string>('test.greeting')
const punctuation = defineService<string>('test.punctuation', { value: '!' })

const Greeting = () => `${useService(greeting)} ${useSlot(names).join(' and ')}${useService(punctuation)}`

const render = (node: ReactNode, contributions: Parameters<typeof collectContributions>[0]) =>
  renderToStaticMarkup(createElement(ContributionsContext, { value: collectContributions(contributions) }, node))

test('page slot: contains the contributions of all areas, in the order of the areas', () => {
  const contributions = [names.with('Ann', 'Ben'), greeting.with('Hello'), names.with('Cho')]
  expect(render(createElement(Greeting), contributions)).toBe('Hello Ann and Ben and Cho!')
})

test('page slot: is empty without contributions', () => {
  expect(render(createElement(Greeting), [greeting.with('Hello')])).toBe('Hello !')
})

test('page service: the value that an area provides replaces the default value', () => {
  expect(render(createElement(Greeting), [greeting.with('Hello'), punctuation.with('.')])).toBe('Hello .')
})

test('page service: reading a service that no area provides throws an error with the name of the service', () => {
  expect(() => render(createElement(Greeting), [])).toThrow('No area provides the service "test.greeting"')
})

test('page service: reading a service that two areas provide throws an error with the name of the service', () => {
  const twice = [greeting.with('Hello'), greeting.with('Goodbye')]
  expect(() => render(createElement(Greeting), twice)).toThrow('The service "test.greeting" has 2 providers')
})

test('page slot: all contributed components are rendered in order, with the same props', () => {
  const parts = defineSlot<ComponentType<{ id: number }>>('test.parts')
  const First = ({ id }: { id: number }) => `first ${id}, `
  const Second = ({ id }: { id: number }) => `second ${id}`
  const view = createElement(SlotParts<{ id: number }>, { slot: parts, props: { id: 7 } })
  expect(render(view, [parts.with(First), parts.with(Second)])).toBe('first 7, second 7')
})
