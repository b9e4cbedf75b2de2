// The startup error for a port that cannot be opened.
import { StartupError } from '../../errors/startup-error';

export function cannotListen(error: Error, host: string, port: number): Error {
  const code = 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new StartupError(
      `Port ${port} on ${host} is in use; stop the other program, or set another port (--port, or server.port in config/server).`,
    );
  if (code === 'EACCES')
    return new StartupError(
      `This user may not open port ${port} on ${host}; ports below 1024 need privileges. Set server.port to a higher port.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartupError(
      `${host} is not an address of this machine; set server.host to one, or to 0.0.0.0 for all.`,
    );
  return error;
}
