import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '#kit/contract/refusal.ts'
import { refusals } from '#kit/server/errors.ts'

const DEPTH_MAX = 32

const notWellFormed = (message: string) => new Refusal(400, refusals.invalid.code, message)

/** Only JSON in UTF-8 is read, strictly: what the schema validates later is what was sent, letter for letter. */
export function readJsonOnly(app: FastifyInstance) {
  // 'error': a key named __proto__ or constructor is refused, not dropped.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = textOf(request, body as Buffer)
    } catch (error) {
      return done(error as Error)
    }
    // Some clients name the type and send nothing.
    if (text === '') return done(null, undefined)
    parseJson(request, text, (error, value) => {
      if (error) return done(notWellFormed('The body is not JSON'))
      try {
        checkTexts(value)
        done(null, value)
      } catch (refused) {
        done(refused as Error)
      }
    })
  })
  // The body was checked when it was read; the address is checked here.
  app.addHook('preValidation', async (request) => {
    checkTexts(request.query)
    checkTexts(request.params)
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(request: FastifyRequest, body: Buffer) {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(request.headers['content-type'] ?? '')?.[1]
  if (charset && !/^utf-?8$/i.test(charset)) throw refusals.wrongType()
  try {
    return utf8.decode(body)
  } catch {
    throw notWellFormed('The body is not UTF-8')
  }
}

/**
 * NUL can't be stored, a lone surrogate would be altered silently, and U+FFFD says that a letter was lost on the way, so all
 * three are refused wherever they stand. Walks without recursion: the depth is what an attacker chooses.
 */
function checkTexts(value: unknown) {
  const waiting: [unknown, number][] = [[value, 1]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [part, depth] = next
    if (typeof part === 'string') checkText(part)
    else if (typeof part === 'object' && part !== null) {
      if (depth > DEPTH_MAX) throw notWellFormed(`The body is nested deeper than ${DEPTH_MAX} levels`)
      if (Array.isArray(part)) for (const item of part) waiting.push([item, depth + 1])
      else
        for (const [key, item] of Object.entries(part)) {
          checkText(key)
          waiting.push([item, depth + 1])
        }
    }
  }
}

function checkText(text: string) {
  if (/[\0\ufffd]/.test(text) || !text.isWellFormed()) throw notWellFormed('Contains characters that are not allowed')
}
