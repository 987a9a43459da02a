import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/contract/refusal.ts'
import { kitRefusals } from '#kit/server/errors.ts'

const DEPTH_MAX = 32

const malformed = (message: string) => new Refusal(400, kitRefusals.invalid.code, message)

/** Accepts only strict JSON in UTF-8, so that the schema validates exactly the text that the caller sent. */
export function acceptOnlyJsonBodies(app: FastifyInstance) {
  // The value 'error' refuses keys named __proto__ or constructor, instead of dropping them.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = textOf(request, body as Buffer)
    } catch (error) {
      return done(error as Error)
    }
    // Allows an empty body, because some clients send the content type of JSON without a body.
    if (text === '') return done(null, undefined)
    parseJson(request, text, (error, value) => {
      if (error) return done(malformed('The body is not JSON'))
      try {
        checkTexts(value)
        done(null, value)
      } catch (refused) {
        done(refused as Error)
      }
    })
  })
  // Checks query and path parameters here; the text of the body was checked while parsing.
  app.addHook('preValidation', async (request) => {
    checkTexts(request.query)
    checkTexts(request.params)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(request: FastifyRequest, body: Buffer) {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) throw kitRefusals.wrongType()
  try {
    return utf8.decode(body)
  } catch {
    throw malformed('The body is not UTF-8')
  }
}

/**
 * Refuses NUL (cannot be stored), lone surrogates (would be altered) and U+FFFD (marks a lost letter) in any text.
 * The check uses a stack instead of recursion, because an attacker controls the depth of the body.
 */
function checkTexts(value: unknown) {
  const stack: [unknown, number][] = [[value, 1]]
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [part, depth] = next
    if (typeof part === 'string') checkText(part)
    else if (typeof part === 'object' && part !== null) {
      if (depth > DEPTH_MAX) throw malformed(`The body is nested deeper than ${DEPTH_MAX} levels`)
      if (Array.isArray(part)) for (const item of part) stack.push([item, depth + 1])
      else
        for (const [key, item] of Object.entries(part)) {
          checkText(key)
          stack.push([item, depth + 1])
        }
    }
  }
}

function checkText(text: string) {
  if (/[\0\ufffd]/.test(text) || !text.isWellFormed()) throw malformed('Contains characters that are not allowed')
}
