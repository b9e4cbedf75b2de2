// The caller of a request with the rights of another action: a list of files in a folder also reads folders.
import {
  type App,
  AppError,
  type Method,
  type RequestCaller,
  type RequestContext,
  requestCaller,
} from '../../../core';

export async function callerFor(
  app: App,
  request: RequestContext,
  action: string,
  method: Method,
): Promise<RequestCaller> {
  const visibility = await app.server.authorize(request, { action, method });
  return requestCaller(request.principal, visibility, request);
}

/** null: the caller may not do it. */
export async function callerIfAllowed(
  app: App,
  request: RequestContext,
  action: string,
  method: Method,
): Promise<RequestCaller | null> {
  try {
    return await callerFor(app, request, action, method);
  } catch (error) {
    if (error instanceof AppError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}
