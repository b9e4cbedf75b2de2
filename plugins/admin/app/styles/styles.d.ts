// The bundler takes style sheets out of the modules.
declare module '*.css';
