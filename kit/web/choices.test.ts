import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Choices, useChoices } from './choices.ts'

const Options = ({ choices }: { choices: Choices }) =>
  useChoices(choices, 'kit', 'Status')
    .options.map(({ value }) => value)
    .join()

const optionsOf = (choices: Choices) =>
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Options, { choices })),
  )

test('fixed values are the options of a select without any service', () => {
  expect(optionsOf(['One', { value: 'Two', label: 'The second' }])).toBe('One,Two')
})

test('a select without outlets and list items has no options, and no error', () => {
  expect(optionsOf('outlet')).toBe('')
  expect(optionsOf({ list: 'Colour' })).toBe('')
})
