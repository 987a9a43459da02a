import type { Refusal } from '#kit/contract/refusal.ts'

const statusNames: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/** Returns the JSON body of a refusal, which is the same for every refused call. The trace id exists only while the server traces. */
export const refusalBody = (
  { statusCode, code, message, params, details, current }: Refusal,
  requestId: string,
  traceId?: string,
) => ({
  statusCode,
  code,
  error: statusNames[statusCode] ?? 'Error',
  message,
  params,
  ...(details && { details }),
  ...(current !== undefined && { current }),
  requestId,
  ...(traceId !== undefined && { traceId }),
})
