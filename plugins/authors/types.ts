// What the plugin adds to the types of the core.
declare module '../../core/types' {
  interface PluginConfigMap {
    readonly authors: Record<string, never>;
  }
}

export {};
