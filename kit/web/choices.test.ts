import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SelectChoiceSource, useChoices } from './choices.ts'

const Options = ({ choices }: { choices: SelectChoiceSource }) =>
  useChoices(choices, 'kit', 'Status')
    .options.map(({ value }) => value)
    .join()

const optionsOf = (choices: SelectChoiceSource) =>
  renderToStaticMarkup(
    createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Options, { choices })),
  )

test('select: a field with fixed values has these options without any service', () => {
  expect(optionsOf(['One', { value: 'Two', label: 'The second' }])).toBe('One,Two')
})

test('select: without a service for outlets or list values, the select has no options and shows no error', () => {
  expect(optionsOf('outlet')).toBe('')
  expect(optionsOf({ list: 'Colour' })).toBe('')
})
