import type { Answer } from '../../contract.ts'
import { providerAnswerPath } from '../../paths.ts'
import { basePath } from '../base-path.ts'

let answer: Answer | undefined

/**
 * Takes what a provider put into the address, wherever in the application it sent the browser to, and out of it: neither
 * the history nor a link that is copied keeps the code. Called before the first page is drawn.
 */
export function takeProviderAnswer() {
  const { pathname, search } = location
  const parameters = new URLSearchParams(search)
  const isOurs = parameters.has('redirectedFromSso') || pathname === basePath + providerAnswerPath()
  if (!isOurs || parameters.size === 0) return
  const of = (name: string) => parameters.get(name) ?? undefined
  const [Code, Iss, Failure] = [of('code'), of('iss'), of('error')]
  answer = {
    State: of('state') ?? '',
    ...(Code && { Code }),
    ...(Iss && { Iss }),
    ...(Failure && { Error: Failure }),
  }
  history.replaceState(null, '', basePath + providerAnswerPath())
}

/** The answer, once: who reloads the page afterwards starts again. */
export const providerAnswer = () => answer

export function forgetProviderAnswer() {
  answer = undefined
}
