// The application of Quire: the kernel with its modules. Only this file and the command line name all modules.
import { clusterModule } from './cluster/module';
import { contentModule } from './content/module';
import { databaseModule } from './database/module';
import type { Kernel } from './kernel/app/app';
import * as app from './kernel/app/kernel';

export const MODULES = [databaseModule, clusterModule, contentModule] as const;

export type KernelOptions = Omit<app.KernelOptions, 'modules'>;

/** Everything up to the frozen schema and the routes. Opens nothing: `start` connects, `listen` opens the port. */
export const createKernel = (options: KernelOptions): Promise<Kernel> =>
  app.createKernel({ ...options, modules: MODULES });
