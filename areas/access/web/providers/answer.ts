import type { Answer } from '../../contract.ts'
import { providerAnswerPath } from '../../paths.ts'
import { basePath } from '../base-path.ts'

let answer: Answer | undefined

/**
 * Reads a provider's response from the URL and removes it, so that neither history nor copied links contain the code.
 * Call takeProviderAnswer before the first render.
 */
export function captureProviderAnswer() {
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

/** Returns the response that takeProviderAnswer read. After a reload there is no response, so the user starts again. */
export const getCapturedProviderAnswer = () => answer

export function forgetProviderAnswer() {
  answer = undefined
}
