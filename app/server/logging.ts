import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'

export type LogOptions = { level: string; stream?: DestinationStream }

const secrets = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'Password',
  'otp',
  'Code',
  'Passcode',
  'SecurityCode',
  'IdNo',
  'ContactNo',
  'Email',
  'token',
  'access_token',
  'To',
  'Body',
  'ClientSecret',
]

/** JSON lines without bodies, queries or headers: what a person typed never reaches a log. */
export const loggerOf = ({ level, stream }: LogOptions): FastifyServerOptions['logger'] =>
  level === 'silent'
    ? false
    : {
        level,
        redact: {
          paths: secrets.flatMap((name) =>
            name.includes('-') ? [`["${name}"]`, `*["${name}"]`] : [name, `*.${name}`, `*.*.${name}`],
          ),
          censor: '•••',
        },
        serializers: {
          req: ({ method, id }: { method: string; id: string }) => ({ method, id }),
          res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
          err: describe,
        },
        ...(stream && { stream }),
      }

type Described = { [key: string]: unknown; type: string; message: string; stack: string }

/** What a bug says of itself. The database's `detail` and `where` hold values of rows, so they are left out. */
function describe(error: Error & { code?: string; constraint?: string; table?: string; cause?: unknown }): Described {
  const { name, message, code, constraint, table, stack, cause } = error
  return {
    type: name,
    message: message.slice(0, 500),
    code,
    constraint,
    table,
    stack: (stack ?? '').split('\n').slice(1, 15).join('\n'),
    ...(cause instanceof Error && { cause: describe(cause) }),
  }
}

/** One line for each answered request, by the address's pattern: an address itself may name a customer. */
export function logAnswers(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        // Why it was refused: a name from our catalogues, never what was sent.
        code: request.refusedWith,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user: request.actor?.userId ?? undefined,
        session: request.actor?.sessionLabel ?? undefined,
        ip: request.ip,
      },
      'answered',
    )
  })
}
