import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import type { DestinationStream } from 'pino'
import { currentWorkTraceId } from '#kit/server/tracing.ts'

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

/** Logs JSON without bodies, queries or headers, so that user input is never logged. */
export const loggerOptions = ({ level, stream }: LogOptions): FastifyServerOptions['logger'] =>
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
          err: describeError,
        },
        // Lines of jobs and other work outside of calls; the logger of a call has its own trace id.
        mixin: () => {
          const traceId = currentWorkTraceId()
          return traceId === undefined ? {} : { traceId }
        },
        ...(stream && { stream }),
      }

type LoggedError = { [key: string]: unknown; type: string; message: string; stack: string }

/** Serialises an error without `detail` and `where` of the database, which contain row values. */
function describeError(
  error: Error & { code?: string; constraint?: string; table?: string; cause?: unknown },
): LoggedError {
  const { name, message, code, constraint, table, stack, cause } = error
  return {
    type: name,
    message: message.slice(0, 500),
    code,
    constraint,
    table,
    stack: (stack ?? '').split('\n').slice(1, 15).join('\n'),
    ...(cause instanceof Error && { cause: describeError(cause) }),
  }
}

/** Logs each request by its route pattern, because a URL may contain customer ids. */
export function logReplies(app: FastifyInstance) {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        // The error code of a refused call.
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
