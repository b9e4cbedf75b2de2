// Why a port could not be opened, for a person.
import { StartupError } from '../errors/startup-error';

export function cannotListen(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} on ${host} is taken by another program; stop it, or take another: --port, or server.port in config/server.`,
    );
  if (code === 'EACCES')
    return new StartupError(
      `Port ${port} on ${host} may not be opened by this user; ports below 1024 need rights. Set server.port.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      `${host} is no address of this machine; set server.host to one, or to 0.0.0.0 for all.`,
    );
  return error;
}
